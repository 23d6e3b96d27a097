import { expect, test } from "vitest";
import { ThreadTopics } from "../../src/converters/shared/thread-topics.ts";
import { blocksText } from "../../src/converters/slack/slack-blocks.ts";
import type { SlackNames } from "../../src/converters/slack/slack-text.ts";
import { takesLinearTime } from "../support/linear-time.ts";

const LENGTH = 20_000;
const names: SlackNames = { user: (id) => id, channel: (id) => id, group: (id) => id, strange: () => undefined };
const blocks: Readonly<Record<string, (text: string) => object>> = {
  "a styled text": (text) => ({
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements: [{ type: "text", text, style: { bold: true } }] }],
  }),
  "a table": (text) => ({ type: "table", rows: [[{ type: "raw_text", text }]] }),
};

test.each(Object.keys(blocks))("%s of Slack that is full of white space is converted in linear time", async (kind) => {
  const convert = (length: number) => blocksText({ blocks: [blocks[kind]?.(`x${" ".repeat(length)}y`)] }, names);
  expect(await takesLinearTime(convert, LENGTH)).toBe(true);
});

test.each(["[", "[]("])("a thread's topic from a text full of %j is found in linear time", async (opening) => {
  const convert = (length: number) => new ThreadTopics().of("1", 0, opening.repeat(length / opening.length));
  expect(await takesLinearTime(convert, 2 * LENGTH)).toBe(true);
});
