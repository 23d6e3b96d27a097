import { describe, expect, it } from "vitest";
import { alertWordsIn, htmlDiff, plainMarkdown, renderInline } from "../../src/markup/index.ts";
import { exampleNames, render } from "../support/markup.ts";
import { forbiddenIn } from "./allowed-html.ts";

describe("rendered descriptions and profile fields", () => {
  it.each([
    ["nothing", " \n ", ""],
    ["text", "a", "<p>a</p>"],
    ["newlines become spaces", "a\n\n b", "<p>a b</p>"],
    ["emphasis", "**a** *b* ~~c~~ `d`", "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>"],
    [
      "links",
      "[a](https://b.example) c.com",
      '<p><a href="https://b.example">a</a> <a href="http://c.com">c.com</a></p>',
    ],
    [
      "channels",
      "#**general**",
      '<p><a class="stream" data-stream-id="9" href="/#narrow/channel/9-general">#general</a></p>',
    ],
    [
      "emoji",
      ":party_cat:",
      '<p><img alt=":party_cat:" class="emoji" src="/user_avatars/2/emoji/images/3.png" title="party cat"></p>',
    ],
    [
      "no mentions",
      "@**Omar** @*core team* @**all**",
      "<p>@<strong>Omar</strong> @<em>core team</em> @<strong>all</strong></p>",
    ],
    ["no previews", "[a](/user_uploads/2/ab/x/a.png)", '<p><a href="/user_uploads/2/ab/x/a.png">a</a></p>'],
    ["no blocks", "# a\n* b\n> c", "<p># a * b &gt; c</p>"],
    ["no HTML", "<script>", "<p>&lt;script&gt;</p>"],
    ["no unsafe links", "[a](javascript:b)", "<p>[a](javascript:b)</p>"],
    ["formulas as their source", "$$x$$", "<p>$$x$$</p>"],
  ])("%s", (_name, source, html) => {
    expect(renderInline(source, exampleNames)).toBe(html);
    expect(forbiddenIn(html)).toBeUndefined();
  });
});

describe("alert words", () => {
  it.each([
    ["on its own", "lunch", true],
    ["in a sentence", "time for lunch today", true],
    ["in any case", "LUNCH", true],
    ["before a full stop", "lunch.", true],
    ["in parentheses", "(lunch)", true],
    ["in quotation marks", "\"lunch\" 'lunch'", true],
    ["in strong", "**lunch**", true],
    ["in code", "`lunch`", true],
    ["in a code block", "```\nlunch\n```", true],
    ["on its own line", "a\nlunch\nb", true],
    ["in a quote", ">lunch", true],
    ["before a question mark", "lunch?", true],
    ["in a word", "lunches", false],
    ["at the end of a word", "prelunch", false],
    ["with a hyphen", "lunch-time", false],
    ["in an address", "https://a.example/lunch", false],
    ["within a word, then on its own", "lunches at lunch", true],
    ["not at all", "dinner", false],
  ])("%s", (_name, content, found) => {
    expect(alertWordsIn(content, ["lunch"])).toEqual(found ? ["lunch"] : []);
  });

  it("are all found if one text contains several", () => {
    expect(
      alertWordsIn("Mittag, पाठ and out of office!", ["mittag", "पाठ", "Out Of Office", "", "and out", "fish"]),
    ).toEqual(["mittag", "पाठ", "Out Of Office", "and out"]);
  });
});

describe("the diff of two versions", () => {
  const put = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
  const gone = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;

  it.each([
    ["nothing", "<p>a b</p>", "<p>a b</p>", "<div><p>a b</p></div>"],
    ["a replaced word", "<p>Hello!</p>", "<p>Howdy!</p>", `<div><p>${put("Howdy!")}${gone("Hello!")}</p></div>`],
    ["an inserted word", "<p>a c</p>", "<p>a b c</p>", `<div><p>a ${put("b ")}c</p></div>`],
    ["a deleted word", "<p>a b c</p>", "<p>a c</p>", `<div><p>a ${gone("b ")}c</p></div>`],
    [
      "a word within an element",
      "<p>a <strong>b</strong></p>",
      "<p>a <strong>c</strong></p>",
      `<div><p>a ${gone("b")}<strong>${put("c")}</strong></p></div>`,
    ],
    ["an inserted paragraph", "<p>a</p>", "<p>a</p>\n<p>b</p>", `<div><p>a</p>\n<p>${put("b")}</p></div>`],
    ["a deleted paragraph", "<p>a</p>\n<p>b</p>", "<p>a</p>", `<div><p>a${gone("b")}</p></div>`],
    ["everything inserted", "", "<p>a</p>", `<div><p>${put("a")}</p></div>`],
    ["everything deleted", "<p>a</p>", "", `<div><p>${gone("a")}</p></div>`],
    ["an emphasis change, which is not marked", "<p>a</p>", "<p><em>a</em></p>", "<div><p><em>a</em></p></div>"],
    [
      "an emoji, compared as a whole",
      `<p>a <span class="emoji emoji-1f642">:smile:</span></p>`,
      "<p>a b</p>",
      `<div><p>a ${put("b")}${gone('<span class="emoji emoji-1f642">:smile:</span>')}</p></div>`,
    ],
    ["an entity, compared as a whole", "<p>&lt;</p>", "<p>&gt;</p>", `<div><p>${put("&gt;")}${gone("&lt;")}</p></div>`],
    ["text without HTML", "a", "b", `<div>${put("b")}${gone("a")}</div>`],
  ])("%s", (_name, before, after, difference) => {
    expect(htmlDiff(before, after)).toBe(difference);
  });

  it("is computed quickly for long texts with nothing in common", () => {
    const words = (word: string) => `<p>${Array.from({ length: 3000 }, (_, index) => word + index).join(" ")}</p>`;
    expect(htmlDiff(words("a"), words("b"))).toContain(put("b0").slice(0, -7));
  });

  it.each([
    [300, "word by word"],
    [301, "as a whole"],
  ])("with %d words replaced is marked %s", (count, how) => {
    const words = (word: string) => Array.from({ length: count }, (_, index) => word + index);
    const [before, after] = [words("a").join("<br>"), words("b").join("<br>")];
    const common = "x ".repeat(10);
    const isMarked = htmlDiff(common + before, common + after).includes(gone(common.trimEnd()).slice(0, -7));
    expect(isMarked ? "as a whole" : "word by word").toBe(how);
  });

  it("is computed quickly for 100,000 repeated words", () => {
    const [before, after] = ["a b ".repeat(50_000), "b a a ".repeat(33_333)];
    expect(htmlDiff(before, after)).toContain(gone(before).slice(0, -8));
  });

  it("is small for one change in a long text", () => {
    const words = Array.from({ length: 3000 }, (_, index) => `a${index}`);
    const changed = words.with(1500, "b");
    expect(htmlDiff(words.join(" "), changed.join(" "))).toBe(
      `<div>${words.slice(0, 1500).join(" ")} ${put("b")}${gone("a1500")} ${words.slice(1501).join(" ")}</div>`,
    );
  });
});

describe("plainMarkdown", () => {
  const NAMES = [
    ...[
      "*a*",
      "**a**",
      "~~a~~",
      "`a`",
      "$$a$$",
      "a_b_",
      "__a__",
      "a\\",
      "\\*a",
      "# a",
      "1. a",
      "- a",
      "* a",
      "> a",
      "```a",
    ],
    ...["@**all**", "@_**Ann**", "@*crew*", "#**tea**", "@all", "[a](http://b.example)", "!([a](b))", ":smile:", "{a}"],
    ...["http://a.example/b", "a.example", "a@b.example", "<time:2026-01-01T00:00:00Z>", "| a | b |", "||a||", "a-b"],
  ];

  it.each(NAMES)("shows %s as it is", async (name) => {
    const shown = name.replace(/[<>]/g, (letter) => (letter === "<" ? "&lt;" : "&gt;"));
    const { html } = await render(`${plainMarkdown(name)} and **${plainMarkdown(name)}**`);
    expect(html).toBe(`<p>${shown} and <strong>${shown}</strong></p>`);
  });
});
