import type { Table } from "../../support/markup.ts";

/** Returns KaTeX's output for a single letter. */
function letter(tex: string, display = false): string {
  const math = `<math xmlns="http://www.w3.org/1998/Math/MathML"${display ? ' display="block"' : ""}><semantics><mrow><mi>${tex}</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`;
  const style = tex === "y" ? ' style="margin-right:0.0359em;"' : "";
  const strut = tex === "y" ? "height:0.625em;vertical-align:-0.1944em;" : "height:0.4306em;";
  const html = `<span class="base"><span class="strut" style="${strut}"></span><span class="mord mathnormal"${style}>${tex}</span></span>`;
  const both = `<span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true">${html}</span></span>`;
  return display ? `<span class="katex-display">${both}</span>` : both;
}

export const formulas: Table = {
  title: "formulas",
  cases: [
    ["inline", "$$x$$", `<p>${letter("x")}</p>`],
    ["in a sentence", "so $$x$$.", `<p>so ${letter("x")}.</p>`],
    ["two", "$$x$$ $$y$$", `<p>${letter("x")} ${letter("y")}</p>`],
    ["prices are text", "from $5 to $20", "<p>from $5 to $20</p>"],
    ["single dollars never", "$x$", "<p>$x$</p>"],
    ["three dollars are text", "$$$ or $$$$", "<p>$$$ or $$$$</p>"],
    ["next to another dollar it is text", "$$$x$$", "<p>$$$x$$</p>"],
    ["another dollar after it", "$$x$$$", "<p>$$x$$$</p>"],
    ["not over a line's end", "$$x\ny$$", "<p>$$x<br>\ny$$</p>"],
    ["not within a word", "a$$x$$", "<p>a$$x$$</p>"],
    ["not before a word", "$$x$$a", "<p>$$x$$a</p>"],
    ["a money smiley", "$$_$$", "<p>$$_$$</p>"],
    ["empty", "$$$$", "<p>$$$$</p>"],
    ["in code", "`$$x$$`", "<p><code>$$x$$</code></p>"],
    ["an error", "$$\\error{**a**}$$", '<p><span class="tex-error">$$\\error{**a**}$$</span></p>'],
    ["an error of HTML", "$$\\<b>$$", '<p><span class="tex-error">$$\\&lt;b&gt;$$</span></p>'],
    [
      "a link is an error to KaTeX or text",
      "$$\\href{javascript:1}$$",
      '<p><span class="tex-error">$$\\href{javascript:1}$$</span></p>',
    ],
    ["too long", `$$${"x".repeat(6000)}$$`, `<p><span class="tex-error">$$${"x".repeat(6000)}$$</span></p>`],
    ["in strong", "**$$x$$**", `<p><strong>${letter("x")}</strong></p>`],
    ["a block", "```math\nx\n```", `<p>${letter("x", true)}</p>`],
    ["a block of tildes", "~~~math\nx\n~~~", `<p>${letter("x", true)}</p>`],
    ["a block of two parts", "```math\nx\n\ny\n```", `<p>${letter("x", true)}\n\n${letter("y", true)}</p>`],
    ["an error in a block", "```math\n\\error\n```", '<p><span class="tex-error">\\error</span></p>'],
    [
      "an error beside a formula",
      "```math\nx\n\n\\error\n```",
      `<p>${letter("x", true)}\n\n<span class="tex-error">\\error</span></p>`,
    ],
    ["an empty block is nothing", "```math\n```", ""],
    ["a block in a quote", "> ```math\n> x\n> ```", `<blockquote>\n<p>${letter("x", true)}</p>\n</blockquote>`],
    ["a block in a list", "* a\n  ```math\n  x\n  ```", `<ul>\n<li>a<p>${letter("x", true)}</p>\n</li>\n</ul>`],
  ],
};
