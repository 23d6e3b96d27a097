import { describe, expect, it } from "vitest";
import { fillMarkup, noNames, parseMarkup, parseMarkupNow } from "../../src/markup/index.ts";
import { exampleNames, render } from "../support/markup.ts";

const nobody = { users: [], groups: [], channelWildcard: false, topicWildcard: false };

describe("mentions in a message", () => {
  it.each([
    ["a user", "@**Omar**", { users: [32] }],
    ["two users", "@**Omar** @**Iris Vale**", { users: [32, 31] }],
    ["a user once", "@**Omar** @**Omar|32**", { users: [32] }],
    ["no one by a silent mention", "@_**Omar** @_*core team*", {}],
    ["no one in a quote", "> @**Omar** @*core team* @**all** @**topic**", {}],
    ["no one in a quote fence", "```quote\n@**Omar**\n```", {}],
    ["no one in code", "`@**Omar**` @**Nobody**", {}],
    ["no deactivated user", "@**Gone** @*asleep*", {}],
    ["a group", "@*core team*", { groups: [17] }],
    ["the channel", "@**all**", { channelWildcard: true }],
    ["the topic", "@**topic**", { topicWildcard: true }],
    ["no one by a silent wildcard", "@_**all** @_**topic**", {}],
    [
      "everyone",
      "@**everyone** @**topic** @**Omar** @*core team*",
      { users: [32], groups: [17], channelWildcard: true, topicWildcard: true },
    ],
    ["a user in a list in a spoiler", "```spoiler\n* @**Omar**\n```", { users: [32] }],
    ["a user in a link", "[@**Omar**](https://a.example)", { users: [32] }],
  ])("include %s", async (_name, source, mentions) => {
    expect((await render(source)).mentions).toEqual({ ...nobody, ...mentions });
  });

  it("escape HTML in a group's name", async () => {
    const { html } = await render("@*R&D <all>*");
    expect(html).toBe('<p><span class="user-group-mention" data-user-group-id="19">@R&amp;D &lt;all&gt;</span></p>');
  });

  it("include no one if no user has the name", async () => {
    const { html, mentions } = fillMarkup(await parseMarkup("@**Omar** #**general**"), noNames);
    expect(html).toBe("<p>@<strong>Omar</strong> #<strong>general</strong></p>");
    expect(mentions).toEqual(nobody);
  });
});

describe("content flags of a message", () => {
  it.each([
    ["nothing", "a", false, false, []],
    ["a link", "https://a.example", true, false, []],
    ["a named link", "[a](https://a.example)", true, false, []],
    ["a link to a channel", "#**general**", true, false, []],
    ["no link in code", "`https://a.example`", false, false, []],
    ["an external image", "https://a.example/b.png", true, true, []],
    ["the preview image of a video", "https://youtu.be/dQw4w9WgXcQ", true, true, []],
    ["an uploaded picture", "[a](/user_uploads/2/ab/x/a.png)", true, true, ["2/ab/x/a.png"]],
    ["a file", "[a](/user_uploads/2/ab/x/d.pdf)", true, false, ["2/ab/x/d.pdf"]],
    ["a file at the realm's URL", "https://chat.example/user_uploads/2/ab/x/d.pdf", true, false, ["2/ab/x/d.pdf"]],
    ["another realm's file", "https://other.example/user_uploads/2/ab/x/d.pdf", true, false, []],
    ["a file twice", "[a](/user_uploads/2/ab/x/d.pdf) [b](/user_uploads/2/ab/x/d.pdf)", true, false, ["2/ab/x/d.pdf"]],
    ["two files", "[a](/user_uploads/2/a/x) [b](/user_uploads/2/b/y?z#w)", true, false, ["2/a/x", "2/b/y"]],
    ["a file in a quote", "> [a](/user_uploads/2/ab/x/d.pdf)", true, false, ["2/ab/x/d.pdf"]],
    ["an audio file", "[a](/user_uploads/2/ab/x/song.mp3)", false, false, ["2/ab/x/song.mp3"]],
    ["no file in code", "`/user_uploads/2/ab/x/d.pdf`", false, false, []],
  ])("%s", async (_name, source, hasLink, hasImage, attachmentPaths) => {
    const rendered = await render(source);
    expect(rendered).toMatchObject({ hasLink, hasImage, attachmentPaths, hasAttachment: attachmentPaths.length > 0 });
  });

  it.each([
    ["/me waves", true],
    ["/me", false],
    ["/mewaves", false],
    ["say /me waves", false],
    ["/me waves\nand goes", false],
    ["\n/me waves\n", true],
  ])("%j is recognized as a /me message: %s", async (source, isMe) => {
    expect((await render(source)).isMe).toBe(isMe);
  });
});

describe("unknownPages has", () => {
  const page = "https://a.example/";
  it.each([
    ["all pages to preview if one is not known yet", `${page} https://known.example`, [page, "https://known.example"]],
    ["nothing if all pages to preview are known", "https://known.example", []],
    [
      "no pictures, videos, quoted links, or links within the organization",
      `${page} https://a.example/b.png https://youtu.be/x /#x\n\n> https://c.example`,
      [page],
    ],
    ["no pages known to have no preview", `https://none.example ${page}`, [page]],
  ])("%s", async (_name, source, pages) => {
    const linkCard = (url: string) =>
      url === "https://none.example" ? null : url === page ? undefined : { title: "", description: "", image_url: "" };
    expect((await render(source, { linkCard })).unknownPages).toEqual(pages);
  });
});

describe("parsed markup", () => {
  it("is plain data", async () => {
    const markup = await parseMarkup(
      "@**Omar** `a` [b](/user_uploads/2/c) $$x$$\n```js\n1\n```\n* :smile: https://d.example",
    );
    expect(JSON.parse(JSON.stringify(markup))).toEqual(markup);
    expect(structuredClone(markup)).toEqual(markup);
  });

  it("does not depend on the organization", async () => {
    const markup = await parseMarkup("@**Omar**");
    expect(fillMarkup(markup, exampleNames).html).toContain("data-user-id");
    expect(fillMarkup(markup, noNames).html).not.toContain("data-user-id");
    expect(fillMarkup(markup, exampleNames).html).toContain("data-user-id");
  });

  it("contains code and formulas as source if parsed synchronously", () => {
    const markup = parseMarkupNow("**a** $$x$$\n```js\nlet x\n```");
    const html =
      '<p><strong>a</strong> $$x$$</p>\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code>let x\n</code></pre></div>';
    expect(fillMarkup(markup, exampleNames).html).toBe(html);
  });

  it("highlights code in the default language if the parser was given one", async () => {
    const markup = await parseMarkup("```\ndef\n```", { defaultCodeLanguage: "python" });
    const inLanguage = (defaultCodeLanguage: string) =>
      fillMarkup(markup, { ...exampleNames, defaultCodeLanguage }).html;
    const block = (language: string, code: string) =>
      `<div class="codehilite"${language}><pre><span></span><code>${code}\n</code></pre></div>`;
    expect(inLanguage("python")).toBe(block(' data-code-language="Python"', '<span class="k">def</span>'));
    expect(inLanguage("ruby")).toBe(block(' data-code-language="Ruby"', "def"));
    expect(inLanguage("")).toBe(block("", "def"));
  });

  it("gives the names of built-in object properties no special meaning", async () => {
    const { html } = await render("<time:2031-06-05 constructor>");
    expect(html).toBe("<p>&lt;time:2031-06-05 constructor&gt;</p>");
    expect((await render("```python\nconstructor\n```")).html).toContain('<span class="n">constructor</span>');
    expect((await render("```constructor\nx\n```")).html).toContain("<code>x\n</code>");
  });

  it("resolves dates without a year by the given clock, and leaves them as text without one", async () => {
    const html = async (now?: number) =>
      fillMarkup(await parseMarkup("<time:5 June>", now === undefined ? {} : { now }), exampleNames).html;
    expect(await html(Date.UTC(2031, 0, 1))).toBe('<p><time datetime="2031-06-05T00:00:00Z">5 June</time></p>');
    expect(await html()).toBe("<p>&lt;time:5 June&gt;</p>");
  });

  it("keeps a text of 10,000 characters whole", async () => {
    const source = "日本語 **טקסט** `code` مرحبا\n".repeat(500).slice(0, 10_000).trimEnd();
    const { html } = await render(source);
    expect(html.match(/<strong>/g)?.length).toBe(source.match(/\*\*ט/g)?.length);
    expect(
      html
        .replace(/<[^>]*>/g, "")
        .replaceAll("*", "")
        .replaceAll("`", ""),
    ).toBe(source.replaceAll("*", "").replaceAll("`", ""));
  });
});
