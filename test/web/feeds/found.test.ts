import { expect, test } from "vitest";
import { withoutMarks } from "../../../src/web/client/feeds/request.ts";
import { message } from "../support/sample-state.ts";

const marked = (text: string) => `<span class="highlight">${text}</span>`;

test("withoutMarks separates search highlights from messages, which are otherwise unchanged", () => {
  const plain = message(1, { content: "<p>no words</p>" });
  const found = message(2, { content: "<p>two words</p>" });
  const inTopic = message(3, { subject: "words & more" });
  const { messages, marked: marks } = withoutMarks([
    plain,
    { ...found, match_content: `<p>two ${marked("words")}</p>`, match_subject: "hello" },
    { ...inTopic, match_content: inTopic.content, match_subject: `${marked("words")} &amp; more` },
  ]);
  expect(messages).toEqual([plain, found, inTopic]);
  expect([...marks.contents]).toEqual([["<p>two words</p>", `<p>two ${marked("words")}</p>`]]);
  expect([...marks.topics]).toEqual([["words & more", `${marked("words")} &amp; more`]]);
});
