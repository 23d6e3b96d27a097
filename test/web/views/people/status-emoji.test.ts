import { expect, test } from "vitest";
import { statusEmoji } from "../../../../src/web/views/people/status-emoji.ts";

const none = { emoji_name: "" };
const bus = { emoji_name: "bus", emoji_code: "1f68c", reaction_type: "unicode_emoji" };

test("a suggested status has its own emoji, which is removed if the text is edited", () => {
  expect(statusEmoji("Commuting", "")).toEqual(bus);
  expect(statusEmoji("Commuting", "At lunch")).toEqual(bus);
  expect(statusEmoji("At lunch", "")).toEqual(none);
  expect(statusEmoji("Commuting, late", "Commuting")).toEqual(none);
});

test("an emoji chosen in another app is kept until the status is cleared", () => {
  expect(statusEmoji("At lunch", "At lunch")).toEqual({});
  expect(statusEmoji("At lunch until 2", "At lunch")).toEqual({});
  expect(statusEmoji("", "At lunch")).toEqual(none);
  expect(statusEmoji("", "")).toEqual(none);
});
