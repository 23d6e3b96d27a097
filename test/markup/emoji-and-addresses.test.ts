import { describe, expect, it } from "vitest";
import { emojiCodeOf } from "../../src/markup/data/emoji.ts";
import { allEmoji, directMessageLink, emojiCode, emojiNames, messageLink } from "../../src/markup/index.ts";
import { channelLink, encodeNarrowValue, topicLink } from "../../src/markup/render/narrow-links.ts";
import { currentEmojiCode } from "../../src/protocol/emoji.ts";
import { emoji, render } from "../support/markup.ts";

const emojiCharacters = (code: string): string =>
  String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16)));

/** Characters that are text unless a variation selector makes them emoji. */
const textByDefault = /(?!\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{RI}|[\u200d\u20e3])\p{Emoji}/gu;

describe("the list of emoji", () => {
  const all = [...allEmoji()];

  it("has a canonical name for each code, and no duplicate name", () => {
    const names = all.flatMap(([, each]) => each);
    expect([all.length, names.length]).toEqual([1875, 3308]);
    expect(all.every(([, each]) => each.length > 0)).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  });

  it("finds each code by each of its names", () => {
    for (const [code, names] of all) for (const name of names) expect(emojiCode(name)).toBe(code);
  });

  it("contains no code with a variation selector", () => {
    expect(all.filter(([code]) => currentEmojiCode(code) !== code)).toEqual([]);
    expect(currentEmojiCode("1f3f3-fe0f-200d-26a7-fe0f")).toBe("1f3f3-200d-26a7");
  });

  it("converts each code to characters and back", () => {
    for (const [code] of all) expect(emojiCodeOf(emojiCharacters(code))).toBe(code);
  });

  it("renders each emoji by name", async () => {
    const { html } = await render(all.map(([, [name]]) => `:${name}:`).join(" "));
    expect(html.match(/class="emoji/g)?.length).toBe(all.length);
  });

  it("renders each emoji by its characters, in their emoji presentation", async () => {
    const characters = all.map(([code]) => emojiCharacters(code).replace(textByDefault, "$&\ufe0f"));
    const { html } = await render(characters.join(" "));
    const spans = all.map(([code, [name = ""]]) => emoji(name, code));
    expect(html).toBe(`<p>${spans.join(" ")}</p>`);
  });

  it("maps each code to its names and each name to its code, and unknown ones to nothing", () => {
    expect(emojiNames("1f44d")).toEqual(["+1", "thumbs_up", "like"]);
    expect(emojiNames("1fa77")).toEqual(["pink_heart", "adorable"]);
    expect(emojiCode("firebird")).toBe("1f426-200d-1f525");
    expect(emojiCode("no_such_emoji")).toBeUndefined();
    expect(emojiNames("ffff")).toEqual([]);
  });
});

describe("narrow URLs", () => {
  it.each([
    ["general", "general"],
    ["topic a", "topic.20a"],
    ["a.b/c", "a.2Eb.2Fc"],
    ["100%", "100.25"],
    ["(a)!'*", ".28a.29.21.27.2A"],
    ["a-b_c~d", "a-b_c~d"],
    ["日本", ".E6.97.A5.E6.9C.AC"],
    ["", ""],
  ])("encode %j as %s", (value, encoded) => {
    expect(encodeNarrowValue(value)).toBe(encoded);
    expect(decodeURIComponent(encoded.replaceAll(".", "%"))).toBe(value);
  });

  it("point to channels, topics, messages and direct conversations", () => {
    expect(channelLink(9, "two words")).toBe("/#narrow/channel/9-two-words");
    expect(topicLink(9, "general", "a b")).toBe("/#narrow/channel/9-general/topic/a.20b");
    expect(topicLink(9, "general", "a b", 5)).toBe("/#narrow/channel/9-general/topic/a.20b/with/5");
    expect(messageLink(9, "general", "", 5)).toBe("/#narrow/channel/9-general/topic//near/5");
    expect(directMessageLink([8, 9, 10], 5)).toBe("/#narrow/dm/8,9,10-group/near/5");
    expect(directMessageLink([8, 9])).toBe("/#narrow/dm/8,9-dm");
  });
});
