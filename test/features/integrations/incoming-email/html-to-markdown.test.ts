import { expect, test } from "vitest";
import { htmlToMarkdown } from "../../../../src/features/integrations/incoming-email/html/html-to-markdown.ts";

test.each([
  ["<p>One</p><p>Two<br>lines</p>", "One\n\nTwo\nlines"],
  ["<div>One</div><div>Two</div>", "One\nTwo"],
  ["a <b>bold </b>and <em>slanted</em><s>gone</s>", "a **bold** and *slanted*~~gone~~"],
  ["<b> </b>x<i></i>", "x"],
  ["<a href='https://x.example/(a)'>text [1]</a>", "[text [1]](https://x.example/%28a%29)"],
  ["<a href='https://x.example/'>https://x.example</a>", "https://x.example"],
  ["<a href='mailto:a@b.example?subject=x'>a@b.example</a>", "a@b.example"],
  ["<a href='javascript:alert(1)'>text</a>", "text"],
  ["<h2>Head <b>line</b></h2>text", "## Head **line**\n\ntext"],
  ["<ul><li>a<li>b<ul><li>c</ul></ul>after", "* a\n* b\n  * c\n\nafter"],
  ["<ol start=3><li><p>x</p><p>y</p></li><li>z</li></ol>", "3. x\n   y\n4. z"],
  ["<blockquote>q<blockquote>r</blockquote></blockquote>own", "> q\n>\n> > r\n\nown"],
  ["<pre>a  b\n  &lt;c></pre>", "~~~\na  b\n  <c>\n~~~"],
  ["<code>a*b</code> 2*3 _x_ `y` a_b ~~ [t](u)", "`a*b` 2\\*3 \\_x\\_ \\`y\\` a_b \\~~ [t\\](u)"],
  ["<table><tr><th>A<th>B<tr><td>1<td>2|3</table>", "| A | B |\n| --- | --- |\n| 1 | 2\\|3 |"],
  ["<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2\n3"],
  ["&lt;b&gt; &amp;amp; &nbsp;&euro;&#x1F375;&unknown; &", "<b> &amp; €🍵&unknown; &"],
  ["<style>p{}</style><script>x</script><!-- c --><![if x]>seen<![endif]>", "seen"],
  ["<p style='DISPLAY: none'>hidden</p><p hidden>shown</p>", "shown"],
  ["1 < 2 <3", "1 < 2 <3"],
  ["</div></p>text</b>", "text"],
  ["<img src='https://x.example/p.gif'><img alt='A picture' src='cid:1'>", "A picture"],
  ["text<b", "text"],
])("%s", (html, markdown) => expect(htmlToMarkdown(html)).toBe(markdown));

test.each([
  ["elements within elements", "<blockquote><ul><li><b>".repeat(30_000)],
  ["quotes that do not end", `<a "`.repeat(100_000)],
  ["tags that do not end", "<".repeat(400_000)],
  ["tables within tables", "<table><tr><td>".repeat(30_000)],
  ["lists that do not end", "<ul><li>x\n".repeat(45_000)],
  ["marks", "*_`[](~~".repeat(60_000)],
  ["space", `<pre><b>${" ".repeat(400_000)}x`],
  ["empty lines", `<b>${"<br>".repeat(100_000)}`],
  ["comments that do not end", "<!--".repeat(100_000)],
  ["entities", "&#x;&".repeat(100_000)],
])("htmlToMarkdown converts HTML with many %s quickly", (_, html) => {
  const began = performance.now();
  htmlToMarkdown(html);
  expect(performance.now() - began).toBeLessThan(4000);
});
