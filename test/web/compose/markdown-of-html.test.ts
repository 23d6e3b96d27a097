import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { isRich, markdownOfHtml } from "../../../src/web/model/formatting/markdown-of-html.ts";
import type { HtmlNode } from "../../../src/web/model/formatting/markup-of-server.ts";
import { takesLinearTime } from "../../support/linear-time.ts";

/** Converts parse5 nodes to the shape of DOM nodes. */
function shown(node: DefaultTreeAdapterTypes.Node): HtmlNode {
  const children = "childNodes" in node ? node.childNodes : [];
  const attributes = "attrs" in node ? node.attrs : [];
  return {
    nodeName: node.nodeName,
    nodeValue: "value" in node ? node.value : node.nodeName === "#comment" ? "" : null,
    childNodes: children.map(shown),
    getAttribute: (name) => attributes.find((one) => one.name === name)?.value ?? null,
  };
}

const html = (source: string) => shown(parseFragment(source));

describe("markdownOfHtml for pasted HTML", () => {
  it.each([
    [
      "an uploaded audio file",
      '<p><audio controls="" src="/user_uploads/1/a.m4a" title="Voice message (0:23)"></audio></p>',
      "[Voice message (0:23)](/user_uploads/1/a.m4a)",
    ],
    ["an external audio file", '<p>a <audio src="https://example.org/a.m4a" title="b"></audio></p>', "a"],
    ["bold and italic", "<p>a <b>big</b>, <em>old</em> tree</p>", "a **big**, *old* tree"],
    ["marks next to words", "a<strong> big </strong>tree", "a **big** tree"],
    [
      "styles of word processors",
      '<span style="font-weight:700">a</span> <span style="font-style: italic">b</span>',
      "**a** *b*",
    ],
    ["a document within <b>", '<b style="font-weight:normal"><p>one</p><p>two</p></b>', "one\n\ntwo"],
    ["links", '<a href="https://example.org/a b">here</a>', "[here](https://example.org/a%20b)"],
    ["bare links", '<a href="https://example.org">https://example.org</a>', "https://example.org"],
    ["links without a target", '<a href="javascript:alert(1)">here</a>', "here"],
    ["inline code", "<code>a`b</code>", "``a`b``"],
    ["code", '<pre><code class="language-js">let a;\n  let b;\n</code></pre>', "```js\nlet a;\n  let b;\n```"],
    ["lists", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>", "- a\n- b\n  1. c"],
    ["numbers", '<ol start="3"><li><p>a</p></li><li>b</li></ol>', "3. a\n4. b"],
    ["quotes", "<blockquote><p>a</p></blockquote>", "```quote\na\n```"],
    ["headings", "<h2>A <i>b</i></h2><p>c</p>", "## A *b*\n\nc"],
    [
      "tables",
      "<table><tr><th>a</th><th>b|c</th></tr><tr><td>1</td></tr></table>",
      "| a | b\\|c |\n| --- | --- |\n| 1 |  |",
    ],
    ["lines", "a<br>b<div>c</div>", "a\nb\n\nc"],
    ["spaces", "  a \n b&nbsp; c  ", "a b c"],
    ["no scripts and styles", "<style>p{}</style><script>x</script><p>a</p><!--c-->", "a"],
    ["lines of bold", "<b>a<br>b</b>", "**a**\n**b**"],
  ])("%s", (_, source, expected) => {
    expect(markdownOfHtml(html(source))).toBe(expected);
  });
});

describe("markdownOfHtml restores the Markdown of a message from its HTML for", () => {
  it.each([
    ["mentions, made silent", '<span class="user-mention" data-user-id="31">@Iris</span>', "@_**Iris|31**"],
    ["wildcards", '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>', "@_**all**"],
    ["groups", '<span class="user-group-mention" data-user-group-id="17">@crew</span>', "@_*crew*"],
    ["channels", '<a class="stream" data-stream-id="9" href="/#narrow/channel/9-general">#general</a>', "#**general**"],
    [
      "topics",
      '<a class="stream-topic" data-stream-id="9" href="/x">#general &gt; lunch &gt; today</a>',
      "#**general>lunch > today**",
    ],
    ["emoji", '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>', ":tada:"],
    ["custom emoji", '<img alt=":crane:" class="emoji" src="/x.png" title="crane">', ":crane:"],
    ["times", '<time datetime="2026-06-05T22:30:00Z">then</time>', "<time:2026-06-05T22:30:00Z>"],
    [
      "code",
      '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">def</span> x\n</code></pre></div>',
      "```python\ndef x\n```",
    ],
    [
      "formulas",
      '<span class="katex"><span class="katex-mathml"><math><annotation encoding="application/x-tex">x^2</annotation></math></span><span class="katex-html">x2</span></span>',
      "$$x^2$$",
    ],
    [
      "spoilers",
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>End</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>He <em>won</em></p>\n</div></div>',
      "```spoiler End\nHe *won*\n```",
    ],
    [
      "inline images",
      '<p>see <img alt="a" class="inline-image" data-original-src="/user_uploads/1/a.png" src="/b"></p>',
      "see ![a](/user_uploads/1/a.png)",
    ],
    [
      "no previews",
      '<p><a href="/user_uploads/1/a.png">a.png</a></p><div class="message_inline_image"><a href="/b">x</a></div>',
      "[a.png](/user_uploads/1/a.png)",
    ],
    // As the client shows them.
    [
      "code below its tools",
      '<div class="codehilite" data-code-language="Python"><div class="content-code-tools"><span>Python</span><button>Copy</button></div><pre><code>def x\n</code></pre></div>',
      "```python\ndef x\n```",
    ],
    [
      "images below their names",
      '<div class="message_inline_image"><a class="content-picture-name" href="/user_uploads/1/a.png">a.png</a><a href="/user_uploads/1/a.png"><img alt="Image: a.png" src="/b"></a></div>',
      "[a.png](/user_uploads/1/a.png)",
    ],
    [
      "inline images in links",
      '<p>see <a class="content-picture-link" href="/user_uploads/1/a.png"><img alt="Image: a" data-name="a" class="inline-image" data-original-src="/user_uploads/1/a.png" src="/b"></a></p>',
      "see ![a](/user_uploads/1/a.png)",
    ],
  ])("%s", (_, source, expected) => {
    expect(markdownOfHtml(html(source))).toBe(expected);
  });
});

it.each([
  ["bold line breaks", (length: number) => `<b>${"<br>".repeat(length / 4)}</b>`],
  ["spaces in a code block", (length: number) => `<pre>a${" ".repeat(length)}b</pre>`],
  ["line breaks in a code block", (length: number) => `<pre>a${"\n".repeat(length)}b</pre>`],
  [
    "line breaks in the server's code",
    (length: number) =>
      `<div class="codehilite" data-code-language="C"><pre><code>a${"\n".repeat(length)}b</code></pre></div>`,
  ],
])("many %s are converted in linear time", async (_, sourceOf) => {
  const roots = new Map([200, 20_000].map((length) => [length, html(sourceOf(length))]));
  const convert = (length: number) => markdownOfHtml(roots.get(length) ?? html(""));
  expect(await takesLinearTime(convert, 20_000)).toBe(true);
});

it("isRich is false for plain text in elements", () => {
  expect(isRich(html("<meta charset='utf-8'><div><span>a</span></div>"))).toBe(false);
  expect(isRich(html("<p>a <b>b</b></p>"))).toBe(true);
});
