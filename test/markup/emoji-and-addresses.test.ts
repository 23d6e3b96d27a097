import { describe, expect, it } from "vitest";
import { emojiCodeOf } from "../../src/markup/emoji.ts";
import {
  allEmoji,
  channelLink,
  decodeNarrowValue,
  directMessageLink,
  emojiCharacters,
  emojiCode,
  emojiNames,
  encodeNarrowValue,
  messageLink,
  topicLink,
} from "../../src/markup/index.ts";
import { render } from "./house.ts";

describe("the list of emoji", () => {
  const all = [...allEmoji()];

  it("has a canonical name for each code, and no name twice", () => {
    const names = all.flatMap(([, each]) => each);
    expect(all.length).toBe(1826);
    expect(all.every(([, each]) => each.length > 0)).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  });

  it("finds each code by each of its names", () => {
    for (const [code, names] of all) for (const name of names) expect(emojiCode(name)).toBe(code);
  });

  it("turns each code to characters and back", () => {
    for (const [code] of all) expect(emojiCodeOf(emojiCharacters(code))).toBe(code);
  });

  it("is rendered name by name", async () => {
    const { html } = await render(all.map(([, [name]]) => `:${name}:`).join(" "));
    expect(html.match(/class="emoji/g)?.length).toBe(all.length);
  });

  it("knows names and aliases", () => {
    expect(emojiNames("1f44d")).toEqual(["+1", "thumbs_up", "like"]);
    expect(emojiCode("no_such_emoji")).toBeUndefined();
    expect(emojiNames("ffff")).toEqual([]);
  });
});

describe("addresses of narrows", () => {
  it.each([
    ["general", "general"],
    ["topic a", "topic.20a"],
    ["a.b/c", "a.2Eb.2Fc"],
    ["100%", "100.25"],
    ["(a)!'*", ".28a.29.21.27.2A"],
    ["a-b_c~d", "a-b_c~d"],
    ["日本", ".E6.97.A5.E6.9C.AC"],
    ["", ""],
  ])("%j is %s", (value, encoded) => {
    expect(encodeNarrowValue(value)).toBe(encoded);
    expect(decodeNarrowValue(encoded)).toBe(value);
  });

  it("what cannot be decoded is nothing", () => {
    expect(decodeNarrowValue("a.zz")).toBeUndefined();
    expect(decodeNarrowValue(".E6")).toBeUndefined();
  });

  it("of channels, topics, messages and direct conversations", () => {
    expect(channelLink(9, "two words")).toBe("/#narrow/channel/9-two-words");
    expect(topicLink(9, "general", "a b")).toBe("/#narrow/channel/9-general/topic/a.20b");
    expect(topicLink(9, "general", "a b", 5)).toBe("/#narrow/channel/9-general/topic/a.20b/with/5");
    expect(messageLink(9, "general", "", 5)).toBe("/#narrow/channel/9-general/topic//near/5");
    expect(directMessageLink([8, 9, 10], 5)).toBe("/#narrow/dm/8,9,10-group/near/5");
    expect(directMessageLink([8, 9])).toBe("/#narrow/dm/8,9-dm");
  });
});
