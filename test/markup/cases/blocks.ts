import type { Table } from "../../support/markup.ts";

export const paragraphs: Table = {
  title: "paragraphs and line breaks",
  cases: [
    ["nothing", "", ""],
    ["only blank lines", "\n\n  \n", ""],
    ["one line", "hello", "<p>hello</p>"],
    ["a single newline is a hard break", "a\nb", "<p>a<br>\nb</p>"],
    ["a blank line splits paragraphs", "a\n\nb", "<p>a</p>\n<p>b</p>"],
    ["several blank lines split once", "a\n\n\n\nb", "<p>a</p>\n<p>b</p>"],
    ["a line of spaces is blank", "a\n   \nb", "<p>a</p>\n<p>b</p>"],
    ["leading newlines are dropped", "\n\na", "<p>a</p>"],
    ["leading spaces of the first line are dropped", "  a", "<p>a</p>"],
    ["later lines keep their indentation", "a\n  b", "<p>a<br>\n  b</p>"],
    ["a deep indentation after a line is no code", "a\n        b", "<p>a<br>\n        b</p>"],
    ["trailing spaces before a break stay", "a  \nb", "<p>a  <br>\nb</p>"],
    ["trailing whitespace of the message is dropped", "a  \n\n", "<p>a</p>"],
    ["Windows line ends", "a\r\nb\r\n\r\nc", "<p>a<br>\nb</p>\n<p>c</p>"],
    ["old Mac line ends", "a\rb", "<p>a<br>\nb</p>"],
    ["many breaks", "a\nb\nc\nd", "<p>a<br>\nb<br>\nc<br>\nd</p>"],
    ["quotation marks stay", 'it\'s "fine"', '<p>it\'s "fine"</p>'],
    ["control characters vanish", "a\u0000b\u0002c\u001bd", "<p>abcd</p>"],
    ["half a surrogate pair becomes a replacement character", "a\ud83db", "<p>a\ufffdb</p>"],
    ["a tab inside stays", "a\tb", "<p>a\tb</p>"],
    ["a no-break space is no space of the syntax", "a\u00a0b", "<p>a\u00a0b</p>"],
  ],
};

export const escaping: Table = {
  title: "raw HTML and character entities",
  cases: [
    ["tags are text", "<b>bold</b>", "<p>&lt;b&gt;bold&lt;/b&gt;</p>"],
    ["script", "<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ["a comment", "<!-- x -->", "<p>&lt;!-- x --&gt;</p>"],
    ["a block of HTML stays a paragraph", "<div>\n\nx\n\n</div>", "<p>&lt;div&gt;</p>\n<p>x</p>\n<p>&lt;/div&gt;</p>"],
    [
      "attributes keep their quotation marks",
      "<img src=\"x\" onerror='y'>",
      "<p>&lt;img src=\"x\" onerror='y'&gt;</p>",
    ],
    ["an ampersand is escaped", "a & b", "<p>a &amp; b</p>"],
    ["a named entity stays", "&amp; &lt;b&gt; &nbsp; &copy;", "<p>&amp; &lt;b&gt; &nbsp; &copy;</p>"],
    ["a numeric entity stays", "&#60; &#x3c; &#X3C;", "<p>&#60; &#x3c; &#X3C;</p>"],
    ["an entity without its semicolon is escaped", "&lt &amp", "<p>&amp;lt &amp;amp</p>"],
    ["an empty entity is escaped", "&; &#; &#x;", "<p>&amp;; &amp;#; &amp;#x;</p>"],
    ["an entity of an entity", "&amp;lt;", "<p>&amp;lt;</p>"],
    ["in emphasis", "*<i>*", "<p><em>&lt;i&gt;</em></p>"],
    ["in headings", "# <i> & co", "<h1>&lt;i&gt; &amp; co</h1>"],
    [
      "in table cells",
      "a|b\n-|-\n<i>|&",
      "<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>&lt;i&gt;</td>\n<td>&amp;</td>\n</tr>\n</tbody>\n</table>",
    ],
  ],
};

export const headings: Table = {
  title: "headings and rules",
  cases: [
    ["level 1", "# H", "<h1>H</h1>"],
    ["level 2", "## H", "<h2>H</h2>"],
    ["level 3", "### H", "<h3>H</h3>"],
    ["level 4", "#### H", "<h4>H</h4>"],
    ["level 5", "##### H", "<h5>H</h5>"],
    ["level 6", "###### H", "<h6>H</h6>"],
    ["level 7 is text", "####### H", "<p>####### H</p>"],
    ["a space is required", "#H", "<p>#H</p>"],
    ["several spaces are fine", "#    H", "<h1>H</h1>"],
    ["a lone hash is text", "#", "<p>#</p>"],
    ["closing hashes vanish", "## H ##", "<h2>H</h2>"],
    ["a hash in a word stays", "# C#", "<h1>C#</h1>"],
    ["inline markup inside", "# a **b** `c`", "<h1>a <strong>b</strong> <code>c</code></h1>"],
    ["right after a paragraph", "a\n# H\nb", "<p>a</p>\n<h1>H</h1>\n<p>b</p>"],
    ["an escaped hash is text", "\\# H", "<p># H</p>"],
    ["an underlined line is no heading", "H\n===", "<p>H<br>\n===</p>"],
    ["dashes under a line are a rule", "H\n---", "<p>H</p>\n<hr>"],
    ["dashes", "---", "<hr>"],
    ["stars", "***", "<hr>"],
    ["many dashes", "----------", "<hr>"],
    ["spaced dashes", "- - -", "<hr>"],
    ["two dashes are text", "--", "<p>--</p>"],
    ["dashes and text are text", "--- a", "<p>--- a</p>"],
    ["a rule between paragraphs", "a\n\n---\n\nb", "<p>a</p>\n<hr>\n<p>b</p>"],
  ],
};

export const quotes: Table = {
  title: "quotes",
  cases: [
    ["a line", "> a", "<blockquote>\n<p>a</p>\n</blockquote>"],
    ["without the space", ">a", "<blockquote>\n<p>a</p>\n</blockquote>"],
    ["several lines", "> a\n> b", "<blockquote>\n<p>a<br>\nb</p>\n</blockquote>"],
    ["goes on without a marker", "> a\nb\nc", "<blockquote>\n<p>a<br>\nb<br>\nc</p>\n</blockquote>"],
    ["ends at a blank line", "> a\n\nb", "<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>"],
    ["two quotes", "> a\n\n> b", "<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>"],
    ["an empty marker splits paragraphs within", "> a\n>\n> b", "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>"],
    ["nested", ">> a", "<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>"],
    ["nested with spaces", "> > a\n> b", "<blockquote>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</blockquote>"],
    [
      "text before nested",
      "> a\n> > b",
      "<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>",
    ],
    ["right after a paragraph", "a\n> b", "<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>"],
    ["a lone marker is text", ">", "<p>&gt;</p>"],
    ["lone markers are text", ">\n>", "<p>&gt;<br>\n&gt;</p>"],
    [
      "markers with nothing keep the last",
      ">>>",
      "<blockquote>\n<blockquote>\n<p>&gt;</p>\n</blockquote>\n</blockquote>",
    ],
    ["lone markers before text", ">\n>\ntext", "<blockquote>\n<p>text</p>\n</blockquote>"],
    ["a heading within", "> # H", "<blockquote>\n<h1>H</h1>\n</blockquote>"],
    ["a list within", "> * a\n> * b", "<blockquote>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n</blockquote>"],
    [
      "code within",
      "> ```\n> x < 1\n> ```",
      '<blockquote>\n<div class="codehilite"><pre><span></span><code>x &lt; 1\n</code></pre></div>\n</blockquote>',
    ],
    [
      "indented code within",
      ">     x",
      '<blockquote>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n</blockquote>',
    ],
    ["a heading ends it", "> a\n# H", "<blockquote>\n<p>a</p>\n</blockquote>\n<h1>H</h1>"],
    ["a rule ends it", "> a\n---", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr>"],
    ["a list ends it", "> a\n* b", "<blockquote>\n<p>a</p>\n</blockquote>\n<ul>\n<li>b</li>\n</ul>"],
    ["an escaped marker is text", "\\> a", "<p>&gt; a</p>"],
    ["inside a line it is text", "a > b", "<p>a &gt; b</p>"],
    ["a quote fence", "```quote\na\n\nb\n```", "<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>"],
    ["a quote fence of tildes", "~~~ quote\n**a**\n~~~", "<blockquote>\n<p><strong>a</strong></p>\n</blockquote>"],
    ["a quote fence without its end", "```quote\na", "<blockquote>\n<p>a</p>\n</blockquote>"],
    [
      "a quote fence around code",
      "````quote\na\n```js\nx\n```\n````",
      '<blockquote>\n<p>a</p>\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="nx">x</span>\n</code></pre></div>\n</blockquote>',
    ],
    [
      "a quote fence around code with the same fence",
      "```quote\na\n```js\n1\n```\nb\n```",
      '<blockquote>\n<p>a</p>\n<div class="codehilite" data-code-language="JavaScript"><pre><span></span><code><span class="mf">1</span>\n</code></pre></div>\n<p>b</p>\n</blockquote>',
    ],
    [
      "quote fences in each other",
      "```quote\na\n```quote\nb\n```\nc\n```",
      "<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n<p>c</p>\n</blockquote>",
    ],
    ["text after a quote fence", "```quote\na\n```\nb", "<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>"],
    [
      "a marker in a quote fence",
      "```quote\n> a\n\nb\n```",
      "<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>",
    ],
    [
      "a list in a quote fence",
      "```quote\na:\n* b\n```",
      "<blockquote>\n<p>a:</p>\n<ul>\n<li>b</li>\n</ul>\n</blockquote>",
    ],
    ["an empty quote fence is nothing", "```quote\n```", ""],
    ["upper case", "```QUOTE\na\n```", "<blockquote>\n<p>a</p>\n</blockquote>"],
  ],
};

export const spoilers: Table = {
  title: "spoilers",
  cases: [
    ["with a header", "```spoiler Header\ncontent\n```", spoiler("<p>Header</p>\n", "<p>content</p>\n")],
    ["without a header", "```spoiler\ncontent\n```", spoiler("", "<p>content</p>\n")],
    ["text after it", "```spoiler H\nc\n```\nout", `${spoiler("<p>H</p>\n", "<p>c</p>\n")}\n<p>out</p>`],
    [
      "inline markup in the header",
      "```spoiler **H** :smile:\nc\n```",
      spoiler(
        '<p><strong>H</strong> <span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>\n',
        "<p>c</p>\n",
      ),
    ],
    ["HTML in the header is text", "```spoiler <b>\nc\n```", spoiler("<p>&lt;b&gt;</p>\n", "<p>c</p>\n")],
    [
      "blocks inside",
      "```spoiler H\n* a\n\n> b\n```",
      spoiler("<p>H</p>\n", "<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>b</p>\n</blockquote>\n"),
    ],
    [
      "code inside",
      "````spoiler H\n```\nx\n```\n````",
      spoiler("<p>H</p>\n", '<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n'),
    ],
    [
      "in a quote fence",
      "~~~quote\n```spoiler H\nc\n```\nb\n~~~",
      `<blockquote>\n${spoiler("<p>H</p>\n", "<p>c</p>\n")}\n<p>b</p>\n</blockquote>`,
    ],
    [
      "in each other",
      "````spoiler A\n```spoiler B\nc\n```\n````",
      spoiler("<p>A</p>\n", `${spoiler("<p>B</p>\n", "<p>c</p>\n")}\n`),
    ],
    ["of tildes", "~~~spoiler H\nc\n~~~", spoiler("<p>H</p>\n", "<p>c</p>\n")],
    [
      "in a list item",
      "* a\n  ```spoiler H\n  c\n  ```",
      `<ul>\n<li>a${spoiler("<p>H</p>\n", "<p>c</p>\n")}\n</li>\n</ul>`,
    ],
    ["without an end", "```spoiler H\nc", spoiler("<p>H</p>\n", "<p>c</p>\n")],
  ],
};

function spoiler(header: string, content: string): string {
  return `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n${content}</div></div>`;
}
