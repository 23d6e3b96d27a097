import { expect, test } from "vitest";
import { sharedText } from "../../../src/web/client/share-target/shared.ts";

test.each([
  [["A page", "Look: https://example.org", "https://example.org"], "A page\nLook: https://example.org"],
  [["Same", "Same", ""], "Same"],
  [["  ", "Text ", "https://example.org"], "Text\nhttps://example.org"],
  [[], ""],
])("textOf joins the texts shared by an app without repetition: %j", (texts, text) => {
  expect(sharedText(texts)).toBe(text);
});
