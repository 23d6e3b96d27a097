import { expect, test } from "vitest";
import { rewriteReferences } from "../../../../src/features/server/imports/reading/rewrite-references.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

const maps = {
  users: new Map([
    [3, 30],
    [4, 40],
  ]),
  channels: new Map([[5, 50]]),
  messages: { offset: 1000, first: 1, last: 99 },
  sites: { from: "https://old.example.com", to: "https://new.example.com" },
};
const rewritten = (text: string) =>
  rewriteReferences(text, { maps, uploadPath: (path) => `new/${path.split("/").at(-1)}` });

test.each([
  ["@**Ada|3** and @_**Bob|4**", "@**Ada|30** and @_**Bob|40**"],
  ["@**|3**", "@**|30**"],
  ["@**Nobody|77**", "@**Nobody|77**"],
  ["@**Ada**", "@**Ada**"],
  ["#**food>lunch@7**", "#**food>lunch@1007**"],
  ["#**food>lunch@700**", "#**food>lunch@700**"],
  ["[a](/#narrow/channel/5-food/topic/t/near/7)", "[a](/#narrow/channel/50-food/topic/t/near/1007)"],
  ["[a](#narrow/stream/5-food/subject/7/with/8)", "[a](#narrow/stream/50-food/subject/7/with/1008)"],
  ["[a](#narrow/dm/3,4-group)", "[a](#narrow/dm/30,40-group)"],
  ["[a](#narrow/pm-with/3%2C4-group/near/9)", "[a](#narrow/pm-with/30%2C40-group/near/1009)"],
  ["[a](#narrow/sender/3-ada)", "[a](#narrow/sender/30-ada)"],
  ["https://old.example.com/#narrow/channel/5-food", "https://new.example.com/#narrow/channel/50-food"],
  ["https://other.example.com/#narrow/channel/5-food", "https://other.example.com/#narrow/channel/5-food"],
  ["[f](/user_uploads/2/ab/cd/f.txt)", "[f](/user_uploads/new/f.txt)"],
  ["`/user_uploads/2/ab/cd/f.txt`", "`/user_uploads/new/f.txt`"],
  ["https://old.example.com/user_uploads/2/a/f.txt", "https://new.example.com/user_uploads/new/f.txt"],
  ["https://else.example.com/user_uploads/2/a/f.txt", "https://else.example.com/user_uploads/2/a/f.txt"],
  ["`@**Ada|3**` @**Ada|3**", "`@**Ada|3**` @**Ada|30**"],
  ["``a ` @**Ada|3**`` ` @**Ada|3**", "``a ` @**Ada|3**`` ` @**Ada|30**"],
  ["```\n@**Ada|3**\n```\n@**Ada|3**", "```\n@**Ada|3**\n```\n@**Ada|30**"],
  ["~~~py\n@**Ada|3**\n", "~~~py\n@**Ada|3**\n"],
  ["```quote\n@**Ada|3**\n```", "```quote\n@**Ada|30**\n```"],
  [
    "````quote\n```js\n@**Ada|3**\n```\n@**Ada|3**\n````\n@**Ada|3**",
    "````quote\n```js\n@**Ada|3**\n```\n@**Ada|30**\n````\n@**Ada|30**",
  ],
])("references in %j are rewritten to the organization's ids", (text, wanted) => {
  expect(rewritten(text)).toBe(wanted);
});

test("spaces after an invalid code fence are read in linear time", async () => {
  const rewrite = (length: number) => rewritten(`@**Ada|3**\n\`\`\`${" ".repeat(length)}\``);
  expect(await takesLinearTime(rewrite, 40_000)).toBe(true);
});

test("an unterminated link to a message is read in linear time", async () => {
  for (const repeated of [">", ">@", ">@1"]) {
    const rewrite = (length: number) => rewritten(`#**a${repeated.repeat(length / repeated.length)}`);
    expect(await takesLinearTime(rewrite, 40_000), repeated).toBe(true);
  }
});

test("a text built to be slow to rewrite is rewritten quickly", () => {
  const texts = [
    "`".repeat(10_000),
    "` `` ".repeat(2000),
    "@**".repeat(3000),
    "#narrow/".repeat(1200),
    "#**a>".repeat(2000),
  ];
  for (const text of texts) expect(rewritten(text).length).toBeGreaterThan(0);
});
