import { expect, test } from "vitest";
import { type MattermostNames, mattermostText } from "../../src/converters/mattermost/mattermost-text.ts";

const users: Record<string, string> = { iris: "@**Iris**", "omar.k": "@**Omar**" };
const channels: Record<string, string> = { "town-square": "#**Town Square**" };
const names: MattermostNames = { user: (name) => users[name], channel: (name) => channels[name] };

test.each([
  ["hello @iris, @omar.k. @nobody", "hello @**Iris**, @**Omar**. @nobody"],
  ["@IRIS. mail iris@iris.example", "@**Iris**. mail iris@iris.example"],
  ["@all @channel @here.", "@**all** @**all** @**all**."],
  ["see ~town-square, ~gone and a~b", "see #**Town Square**, ~gone and a~b"],
  ["~~gone~~", "~~gone~~"],
  ["_italic_ __bold__ snake_case_name", "*italic* **bold** snake_case_name"],
  [
    "![a boat](https://example.org/a_b_.png) [x](https://example.org/_y_)",
    "[a boat](https://example.org/a_b_.png) [x](https://example.org/_y_)",
  ],
  ["![wide](https://example.org/a.png =100x50)", "[wide](https://example.org/a.png)"],
  ["https://example.org/@iris/_x_", "https://example.org/@iris/_x_"],
  ["`@iris _x_` and ``a ` @iris``", "`@iris _x_` and ``a ` @iris``"],
  ["```js\n@iris _x_\n```\n@iris", "```js\n@iris _x_\n```\n@**Iris**"],
  ["```latex\nx^2\n```", "```math\nx^2\n```"],
  ["```\nnever ended @iris", "```\nnever ended @iris"],
  [":thumbsup: :smile: :custom:", ":+1: :big_smile: :custom:"],
  ["# heading\n* item", "# heading\n* item"],
])("the Mattermost text %j becomes %j", (text, markdown) =>
  expect(mattermostText(text, names).trimEnd()).toBe(markdown),
);
