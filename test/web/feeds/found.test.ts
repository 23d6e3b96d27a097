import { expect, test } from "vitest";
import { withoutMarks } from "../../../src/web/client/feeds/found.ts";
import { message } from "../support/sample-state.ts";

test("what a search has marked stands beside the messages, which are as in any other feed", () => {
  const plain = message(1, { content: "<p>no words</p>" });
  const found = message(2, { content: "<p>two words</p>" });
  const { messages, marked } = withoutMarks([
    plain,
    { ...found, match_content: '<p>two <span class="highlight">words</span></p>', match_subject: "hello" },
    { ...message(3), match_content: message(3).content, match_subject: "hello" },
  ]);
  expect(messages).toEqual([plain, found, message(3)]);
  expect([...marked]).toEqual([["<p>two words</p>", '<p>two <span class="highlight">words</span></p>']]);
});
