import { expect, test } from "vitest";
import { fillMarkup, noNames, packMarkup, parseMarkup, readMarkup } from "../../src/markup/index.ts";
import { logLines } from "../support/log-lines.ts";

const SOURCE = [
  "@**Iris** @*crew* #**quay>tides** #42 [link](https://example.com/a.png) <https://example.com/b.png>",
  "```python\nx = 1\n```\n\n```\nplain\n```\n\n```math\nx^2\n```\n\n$$y$$",
  "/user_uploads/1/ab/c.png @**all**",
].join("\n\n");

/** The fields of each kind of hole, anywhere in a document. */
function shapes(value: unknown, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  if (Array.isArray(value)) for (const each of value) shapes(each, found);
  else if (typeof value === "object" && value !== null) {
    if ("hole" in value) {
      const fields = found.get(String(value.hole)) ?? new Set();
      found.set(String(value.hole), new Set([...fields, ...Object.keys(value)]));
    }
    shapes(Object.values(value), found);
  }
  return found;
}

/**
 * Changing or removing a field also requires raising MARKUP_VERSION. A new optional field only has to be added here.
 */
test("the fields of stored markup match its version", async () => {
  const markup = await parseMarkup(SOURCE);
  expect(JSON.parse(packMarkup(markup)).version).toBe(1);
  expect(Object.keys(markup).sort()).toEqual(["channelWildcard", "isMe", "pieces", "topicWildcard", "uploads"]);
  expect(Object.fromEntries([...shapes(markup)].map(([hole, fields]) => [hole, [...fields].sort().join(" ")]))).toEqual(
    {
      channel: "hole name otherwise",
      code: "code hole",
      group: "hole name otherwise silent",
      previewed: "content hole links replaceable",
      text: "glued hole inLink text",
      user: "hole name otherwise silent",
    },
  );
});

test("stored markup is unchanged when read back", async () => {
  const markup = await parseMarkup(SOURCE);
  expect(readMarkup(packMarkup(markup), SOURCE)).toEqual(JSON.parse(JSON.stringify(markup)));
});

test("stored markup without a version is version 1", async () => {
  const markup = await parseMarkup("**one**");
  expect(readMarkup(JSON.stringify(markup), "**two**")).toEqual(markup);
});

test("the source is parsed again if its stored markup has another version or is unreadable", () => {
  const lines = logLines();
  const anew = readMarkup('{"version":2,"tree":[]}', "*x*");
  expect(fillMarkup(anew, noNames).html).toBe("<p><em>x</em></p>");
  expect(lines.of("stored_value_unreadable")).toHaveLength(0);
  expect(readMarkup('{"pieces":7}', "*x*")).toEqual(anew);
  expect(lines.of("stored_value_unreadable")).toHaveLength(1);
});
