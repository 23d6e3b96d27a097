import { expect, test } from "vitest";
import { mattermostText } from "../../src/converters/mattermost/mattermost-text.ts";
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

test.each(Object.keys(blocks))(
  "%s from Slack that is full of white space is converted in linear time",
  async (kind) => {
    const convert = (length: number) => blocksText({ blocks: [blocks[kind]?.(`x${" ".repeat(length)}y`)] }, names);
    expect(await takesLinearTime(convert, LENGTH)).toBe(true);
  },
);

test.each(["[", "[]("])("a thread's topic is derived in linear time from a text full of %j", async (opening) => {
  const convert = (length: number) => new ThreadTopics().of("1", 0, opening.repeat(length / opening.length));
  expect(await takesLinearTime(convert, 2 * LENGTH)).toBe(true);
});

const runs = (length: number) => Array.from({ length: Math.sqrt(2 * length) }, (_, index) => "`".repeat(index + 1));
const hostile: Readonly<Record<string, (length: number) => string>> = {
  "a long fence": (length) => "`".repeat(length),
  "many backticks": (length) => `x${"`".repeat(length)}`,
  "backticks of many lengths": (length) => runs(length).join(" "),
  "bold words that do not end": (length) => " __a".repeat(length / 4),
  "a long size of an image": (length) => `[a](b =${"1".repeat(length)}z`,
  "a name with many dots": (length) => `@a${".".repeat(length)}`,
  "a channel with many dots": (length) => `~a${".".repeat(length)}`,
};

test.each(Object.keys(hostile))("a Mattermost text with %s is converted in linear time", async (kind) => {
  const unknown = { user: () => undefined, channel: () => undefined };
  const convert = (length: number) => mattermostText(hostile[kind]?.(length) ?? "", unknown);
  expect(await takesLinearTime(convert, 2 * LENGTH)).toBe(true);
});
