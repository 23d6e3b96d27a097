import { expect, test } from "vitest";
import { emojiOfShortName } from "../../src/converters/short-names.ts";

test.each([
  ["smile", "1f604"],
  ["+1", "1f44d"],
  ["thumbsup::skin-tone-4", "1f44d"],
  ["wave_medium_light_skin_tone", "1f44b"],
  ["football", "1f3c8"],
  ["flag-de", "1f1e9-1f1ea"],
  ["de", "1f1e9-1f1ea"],
  ["shipit", undefined],
  ["", undefined],
])("the emoji short name %j becomes %s", (name, code) => {
  expect(emojiOfShortName(name)?.emoji_code).toBe(code);
});
