import { expect, test } from "vitest";
import { htmlToMarkdown } from "../../../../src/features/integrations/incoming-email/html/html-to-markdown.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

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
])("htmlToMarkdown converts %s", (html, markdown) => expect(htmlToMarkdown(html)).toBe(markdown));

test.each([
  ["elements within elements", 30_000, (count: number) => "<blockquote><ul><li><b>".repeat(count)],
  ["unclosed quotes", 100_000, (count: number) => `<a "`.repeat(count)],
  ["unclosed tags", 400_000, (count: number) => "<".repeat(count)],
  ["tables within tables", 30_000, (count: number) => "<table><tr><td>".repeat(count)],
  ["unclosed lists", 45_000, (count: number) => "<ul><li>x\n".repeat(count)],
  ["marks", 60_000, (count: number) => "*_`[](~~".repeat(count)],
  ["space", 400_000, (count: number) => `<pre><b>${" ".repeat(count)}x`],
  ["empty lines", 100_000, (count: number) => `<b>${"<br>".repeat(count)}`],
  ["unclosed comments", 100_000, (count: number) => "<!--".repeat(count)],
  ["entities", 100_000, (count: number) => "&#x;&".repeat(count)],
])("htmlToMarkdown converts HTML with many %s in linear time", async (_, length, html) => {
  expect(await takesLinearTime((count) => htmlToMarkdown(html(count)), length)).toBe(true);
});
