import type { Table } from "../../support/markup.ts";

export const bullets: Table = {
  title: "bullet lists",
  cases: [
    ["stars", "* a\n* b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["dashes", "- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["pluses", "+ a\n+ b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["mixed bullets are one list", "* a\n- b\n+ c", "<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>"],
    ["no blank line is needed before", "a:\n* b", "<p>a:</p>\n<ul>\n<li>b</li>\n</ul>"],
    ["a space is required", "*a\n-b", "<p>*a<br>\n-b</p>"],
    ["a lone bullet is text", "*", "<p>*</p>"],
    ["several spaces after the bullet", "*    a", "<ul>\n<li>a</li>\n</ul>"],
    [
      "a blank line between makes paragraphs",
      "* a\n\n* b",
      "<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>",
    ],
    [
      "only the items beside the blank line",
      "* a\n* b\n\n* c",
      "<ul>\n<li>a</li>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>",
    ],
    ["two columns nest", "* a\n  * b\n* c", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>"],
    [
      "three levels",
      "* a\n  * b\n    * c",
      "<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>",
    ],
    [
      "back to the outer level",
      "* a\n  * b\n    * c\n* d",
      "<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>",
    ],
    [
      "back by one level",
      "* a\n  * b\n    * c\n  * d",
      "<ul>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>\n</li>\n</ul>",
    ],
    ["four columns nest too", "* a\n    * b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"],
    ["one column does not", "* a\n * b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["a tab nests", "* a\n\t* b", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"],
    ["a line goes on", "* a\nb", "<ul>\n<li>a<br>\nb</li>\n</ul>"],
    ["an indented line goes on", "* a\n  b", "<ul>\n<li>a<br>\n  b</li>\n</ul>"],
    [
      "an item after such a line stands apart",
      "* a\nb\n* c",
      "<ul>\n<li>\n<p>a<br>\nb</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>",
    ],
    [
      "a second paragraph in an item",
      "* a\n\n  b\n* c",
      "<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>",
    ],
    [
      "a paragraph of a nested item",
      "* a\n  * b\n\n    c",
      "<ul>\n<li>a<ul>\n<li>\n<p>b</p>\n<p>c</p>\n</li>\n</ul>\n</li>\n</ul>",
    ],
    ["text after a blank line ends the list", "* a\n\nb", "<ul>\n<li>a</li>\n</ul>\n<p>b</p>"],
    ["two lists around text", "* a\n\nb:\n* c", "<ul>\n<li>a</li>\n</ul>\n<p>b:</p>\n<ul>\n<li>c</li>\n</ul>"],
    ["a heading ends the list", "* a\n# H", "<ul>\n<li>a</li>\n</ul>\n<h1>H</h1>"],
    ["a rule ends the list", "* a\n***\n* b", "<ul>\n<li>a</li>\n</ul>\n<hr>\n<ul>\n<li>b</li>\n</ul>"],
    [
      "inline markup in items",
      "* **a** `b`\n* [c](https://d.example)",
      '<ul>\n<li><strong>a</strong> <code>b</code></li>\n<li><a href="https://d.example">c</a></li>\n</ul>',
    ],
    ["a bullet in a bullet", "* * a", "<ul>\n<li>\n<ul>\n<li>a</li>\n</ul>\n</li>\n</ul>"],
    ["a quote in an item", "* > a\n* b", "<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n<li>b</li>\n</ul>"],
    ["a quote under an item's text", "* a\n  > b", "<ul>\n<li>a<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n</ul>"],
    [
      "code under an item's text",
      "* a\n  ```\n  x\n    y\n  ```\n* b",
      '<ul>\n<li>\n<p>a</p>\n<div class="codehilite"><pre><span></span><code>x\n  y\n</code></pre></div>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>',
    ],
    [
      "indented code in an item",
      "* a\n\n      x",
      '<ul>\n<li>\n<p>a</p>\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>\n</li>\n</ul>',
    ],
    ["a heading in an item", "* # a", "<ul>\n<li>\n<h1>a</h1>\n</li>\n</ul>"],
    ["an escaped bullet is text", "\\* a\n\\- b", "<p>* a<br>\n- b</p>"],
    [
      "in a code block it is code",
      "```\n* a\n```",
      '<div class="codehilite"><pre><span></span><code>* a\n</code></pre></div>',
    ],
    [
      "after four columns it is code",
      "a\n\n    * b",
      '<p>a</p>\n<div class="codehilite"><pre><span></span><code>* b\n</code></pre></div>',
    ],
    ["a trailing space in an item stays", "* a \n* b", "<ul>\n<li>a </li>\n<li>b</li>\n</ul>"],
  ],
};

export const numbers: Table = {
  title: "numbered lists",
  cases: [
    ["from one", "1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"],
    ["from another number", "3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ["from zero", "0. a", '<ol start="0">\n<li>a</li>\n</ol>'],
    ["all the same number", "3. a\n3. b\n3. c", '<ol start="3">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
    ["all ones", "1. a\n1. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"],
    ["later numbers do not count", "1. a\n7. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"],
    ["two digits", "9. a\n10. b\n11. c", '<ol start="9">\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ol>'],
    ["no blank line is needed before", "a:\n1. b", "<p>a:</p>\n<ol>\n<li>b</li>\n</ol>"],
    ["a year does not break off a paragraph", "since\n2019. Then", "<p>since<br>\n2019. Then</p>"],
    [
      "nested by two columns",
      "1. a\n2. b\n  3. c",
      '<ol>\n<li>a</li>\n<li>b<ol start="3">\n<li>c</li>\n</ol>\n</li>\n</ol>',
    ],
    ["nested by three columns", "1. a\n   1. b", "<ol>\n<li>a<ol>\n<li>b</li>\n</ol>\n</li>\n</ol>"],
    ["bullets in numbers", "1. a\n  * b", "<ol>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>"],
    [
      "numbers in bullets",
      "- a\n  1. b\n  2. c\n- d",
      "<ul>\n<li>\n<p>a</p>\n<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n<li>\n<p>d</p>\n</li>\n</ul>",
    ],
    ["bullets after numbers are another list", "1. a\n* b", "<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>"],
    ["numbers after bullets are another list", "* a\n\n1. b", "<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>"],
    ["a parenthesis is text", "1) a", "<p>1) a</p>"],
    ["a space is required", "1.a", "<p>1.a</p>"],
    ["an escaped dot is text", "1\\. a", "<p>1. a</p>"],
    ["blank lines between", "1. a\n\n2. b", "<ol>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>"],
    ["a decimal is text", "1.5 a", "<p>1.5 a</p>"],
  ],
};

export const tables: Table = {
  title: "tables",
  cases: [
    ["plain", "a|b\n-|-\nc|d", table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>"])],
    [
      "with outer pipes",
      "| a | b |\n|---|---|\n| c | d |",
      table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>"]),
    ],
    [
      "several rows",
      "a|b\n-|-\nc|d\ne|f",
      table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>", "<td>e</td>\n<td>f</td>"]),
    ],
    [
      "alignment",
      "a|b|c|d\n:-|-:|:-:|-\n1|2|3|4",
      table(
        '<th style="text-align: left;">a</th>\n<th style="text-align: right;">b</th>\n<th style="text-align: center;">c</th>\n<th>d</th>',
        [
          '<td style="text-align: left;">1</td>\n<td style="text-align: right;">2</td>\n<td style="text-align: center;">3</td>\n<td>4</td>',
        ],
      ),
    ],
    ["missing cells are empty", "a|b\n-|-\nc", table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td></td>"])],
    ["cells too many are dropped", "a|b\n-|-\nc|d|e", table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>"])],
    ["without rows", "a|b\n-|-", table("<th>a</th>\n<th>b</th>", ["<td></td>\n<td></td>"])],
    [
      "inline markup in cells",
      "**a**|b\n-|-\n`c`|*d*",
      table("<th><strong>a</strong></th>\n<th>b</th>", ["<td><code>c</code></td>\n<td><em>d</em></td>"]),
    ],
    [
      "a pipe in code does not split",
      "a|b\n-|-\n`c|d`|e",
      table("<th>a</th>\n<th>b</th>", ["<td><code>c|d</code></td>\n<td>e</td>"]),
    ],
    [
      "an escaped pipe does not split",
      "a|b\n-|-\nc\\|d|e",
      table("<th>a</th>\n<th>b</th>", ["<td>c|d</td>\n<td>e</td>"]),
    ],
    ["one column", "|a|\n|-|\n|b|", table("<th>a</th>", ["<td>b</td>"])],
    [
      "ends at a blank line",
      "a|b\n-|-\nc|d\n\ne|f",
      `${table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>"])}\n<p>e|f</p>`,
    ],
    ["needs a blank line before", "text\na|b\n-|-\nc|d", "<p>text<br>\na|b<br>\n-|-<br>\nc|d</p>"],
    [
      "after a paragraph",
      "text\n\na|b\n-|-\nc|d",
      `<p>text</p>\n${table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>"])}`,
    ],
    ["different numbers of columns are text", "a|b\n-|-|-\nc|d", "<p>a|b<br>\n-|-|-<br>\nc|d</p>"],
    ["without a separator it is text", "a|b\nc|d", "<p>a|b<br>\nc|d</p>"],
    [
      "in a quote",
      "> a|b\n> -|-\n> c|d",
      `<blockquote>\n${table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>"])}\n</blockquote>`,
    ],
    [
      "a fence ends it",
      "a|b\n-|-\nc|d\n```\nx\n```",
      `${table("<th>a</th>\n<th>b</th>", ["<td>c</td>\n<td>d</td>"])}\n<div class="codehilite"><pre><span></span><code>x\n</code></pre></div>`,
    ],
    [
      "a link in a cell",
      "a|b\n-|-\n[c](https://d.example)|e",
      table("<th>a</th>\n<th>b</th>", ['<td><a href="https://d.example">c</a></td>\n<td>e</td>']),
    ],
    [
      "a mention in a cell",
      "a|b\n-|-\n@**Omar**|e",
      table("<th>a</th>\n<th>b</th>", [
        '<td><span class="user-mention" data-user-id="32">@Omar</span></td>\n<td>e</td>',
      ]),
    ],
  ],
};

function table(head: string, rows: readonly string[]): string {
  const body = rows.map((row) => `<tr>\n${row}\n</tr>\n`).join("");
  return `<table>\n<thead>\n<tr>\n${head}\n</tr>\n</thead>\n<tbody>\n${body}</tbody>\n</table>`;
}
