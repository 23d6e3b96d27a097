import { describe, expect, test } from "vitest";
import { highlightMatches, withoutHighlights } from "../../../../../src/features/messages/core/search/index.ts";
import { SearchedTexts, type Text } from "./searched-texts.ts";

let realm = 1_007_200;

/** Replaces the highlighting spans by brackets, for readable cases. */
const bracketed = (html: string) => html.replaceAll(/<span class="highlight">(.*?)<\/span>/gs, "[$1]");

async function highlightsOf(text: Text, operand: string) {
  const texts = await SearchedTexts.of(realm++, [text]);
  const [found] = await texts.highlights(operand);
  return found && { content: bracketed(found.match_content), subject: bracketed(found.match_subject) };
}

describe("[messages 5] match_content", () => {
  test.each<[string, string, string, string, string]>([
    ["words", "apples and pears", "<p>apples and pears</p>", "pears", "<p>apples and [pears]</p>"],
    ["stems", "Running runs", "<p>Running runs</p>", "run", "<p>[Running] [runs]</p>"],
    ["whole words only", "run rerun", "<p>run rerun</p>", "run", "<p>[run] rerun</p>"],
    ["accents", "Zoë’s café", "<p>Zoë’s café</p>", "zoe cafe", "<p>[Zoë]’s [café]</p>"],
    ["phrases as one", "new york is new", "<p>new york is new</p>", '"new york"', "<p>[new york] is new</p>"],
    [
      "unquoted words separately",
      "new york is new",
      "<p>new york is new</p>",
      "new york",
      "<p>[new] [york] is [new]</p>",
    ],
    [
      "across markup",
      "**new** york",
      "<p><strong>new</strong> york</p>",
      "new-york",
      "<p><strong>[new]</strong>[ york]</p>",
    ],
    [
      "within a word's markup",
      "un**believ**able",
      "<p>un<strong>believ</strong>able</p>",
      "believ",
      "<p>un<strong>believ</strong>able</p>",
    ],
    [
      "nothing in attributes",
      "[link](https://link.org)",
      '<p><a href="https://link.org" title="a > link">link</a></p>',
      "link",
      '<p><a href="https://link.org" title="a > link">[link]</a></p>',
    ],
    [
      "nothing in tag names",
      "strong p",
      "<p><strong>strong</strong> p</p>",
      "strong p",
      "<p><strong>[strong]</strong> [p]</p>",
    ],
    [
      "nothing in entities",
      "amp & lt < quot",
      "<p>amp &amp; lt &lt; quot</p>",
      "amp lt",
      "<p>[amp] &amp; [lt] &lt; quot</p>",
    ],
    ["phrases across entities", "rock & roll", "<p>rock &amp; roll</p>", '"rock & roll"', "<p>[rock &amp; roll]</p>"],
    ["no phrases across blocks", "a\n\nb", "<p>new</p>\n<p>york</p>", "a", "<p>new</p>\n<p>york</p>"],
    ["Chinese", "我们去北京开会", "<p>我们去北京开会</p>", "北京", "<p>我们去[北京]开会</p>"],
    ["Japanese with Latin", "Tokyo東京tower", "<p>Tokyo東京tower</p>", "東京 tower", "<p>Tokyo[東京tower]</p>"],
    ["full-width forms", "ＡＢＣ abc", "<p>ＡＢＣ abc</p>", "abc", "<p>[ＡＢＣ] [abc]</p>"],
    ["emoji", "yes 🎉!", "<p>yes 🎉!</p>", "🎉", "<p>yes [🎉]!</p>"],
    ["numeric entities", "don't 🎉", "<p>don&#39;t &#x1F389;</p>", "don't 🎉", "<p>[don&#39;t] [&#x1F389;]</p>"],
    ["line breaks in phrases", "new\nyork", "<p>new<br>\nyork</p>", '"new york"', "<p>[new]<br>[\nyork]</p>"],
    ["nothing in formulas", "$$x$$ x", "<p><math><mi>x</mi></math> x</p>", "x", "<p><math><mi>x</mi></math> [x]</p>"],
  ])("highlights %s", async (_, content, html, operand, expected) => {
    const { content: highlighted } = (await highlightsOf({ content, html }, operand)) ?? {};
    expect(highlighted).toBe(expected);
  });
});

describe("[messages 5] match_subject", () => {
  test("is the escaped topic, with the same highlighting", async () => {
    const text = { topic: "<b> & plans", content: "planning" };
    expect(await highlightsOf(text, "plan")).toEqual({
      content: "<p>[planning]</p>",
      subject: "&lt;b&gt; &amp; [plans]",
    });
  });

  test("highlights words only in the topic or the content, where they matched", async () => {
    const text = { topic: "apples", content: "pears" };
    expect(await highlightsOf(text, "apple pear")).toEqual({ content: "<p>[pears]</p>", subject: "[apples]" });
  });
});

test("without a search, match_content and match_subject have no highlights", () => {
  expect(withoutHighlights({ html: "<p>a</p>", topic: "a & 'b'" })).toEqual({
    match_content: "<p>a</p>",
    match_subject: "a &amp; &#x27;b&#x27;",
  });
});

test("the display name of the empty topic is not highlighted", () => {
  const found = { html: "<p>a</p>", topic: "general chat", highlighted: "\u0001\u0002a\u0003" };
  expect(highlightMatches(found)).toEqual({
    match_content: '<p><span class="highlight">a</span></p>',
    match_subject: "general chat",
  });
});
