import { expect, test } from "vitest";
import { messageText, wholeText } from "../../../../src/features/messages/push-notifications/message-text.ts";
import { fillMarkup, noNames, parseMarkupNow } from "../../../../src/markup/index.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

const shown = (markdown: string) => messageText(fillMarkup(parseMarkupNow(markdown), noNames).html);

test.each([
  ["**bold** & <plain>", "bold & <plain>"],
  [":smile:", "🙂"],
  ["one\ntwo\n\nthree", "one\ntwo\nthree"],
  ["> theirs\n> all of it\n\nmine", "[…]\nmine"],
  ["> one\n\nmine\n\n> two", "[…]\nmine\n[…]"],
  ["> only\n> theirs", "> only\n> theirs"],
  ["> outer\n> > inner", "> outer\n> > inner"],
  ["1. a\n2. b\n   1. c\n   2. d\n3. e", "1. a\n2. b\n  1. c\n  2. d\n3. e"],
  ["5. five\n6. six", "5. five\n6. six"],
  ["* a\n* b", "a\nb"],
  ["```spoiler Ending\nThey die\n```\nSad", "Ending (…)\nSad"],
  ["```spoiler\nThey die\n```", "(…)"],
  ["```js\nlet a = 1;\n\nrun();\n```", "let a = 1;\nrun();"],
  ["[label](https://example.org/page)", "label"],
  ["&amp;lt; &#x41;", "&lt; A"],
])("the Markdown %j becomes the expected notification text", (markdown, text) => {
  expect(shown(markdown)).toBe(text);
});

test.each([
  ["<p>&constructor; &nosuch;</p>", "&constructor; &nosuch;"],
  ['<p>see <img alt="a &quot;cat&quot;" src="x"></p>', 'see a "cat"'],
  [
    '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>x2</span></span></span> is</p>',
    "$$x^2$$ is",
  ],
  [
    '<p><span class="user-mention silent" data-user-id="4">Mia</span> <a href="http://x/#narrow/channel/1-a/topic/b/near/5">said</a>:</p>\n<blockquote>\n<p>old</p>\n</blockquote>\n<p>new</p>',
    "[…]\nnew",
  ],
  ['<p><span class="emoji emoji-1f1fa-1f1f8" title="us">:us:</span></p>', "🇺🇸"],
  ["<p>a < b</p>", "a < b"],
  ["<p>unended", ""],
])("messageText renders %s", (html, text) => {
  expect(messageText(html)).toBe(text);
});

test("a long notification text is truncated at a whole character", () => {
  expect(shown("🙂".repeat(200))).toBe("🙂".repeat(200));
  expect(shown("🙂".repeat(201))).toBe(`${"🙂".repeat(200)}…`);
});

test("a text full of white space is read in linear time", async () => {
  const read = (length: number) => expect(wholeText(`<p>x${"\t".repeat(length)}y</p>`, 4000)).toMatch(/^x/);
  expect(await takesLinearTime(read, 20_000)).toBe(true);
});
