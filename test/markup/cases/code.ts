import { codeBlock, type Table } from "../../support/markup.ts";

export const codeSpans: Table = {
  title: "inline code",
  cases: [
    ["backticks", "`x`", "<p><code>x</code></p>"],
    ["spaces stay", "` x `", "<p><code> x </code></p>"],
    ["two backticks hold one", "``a`b``", "<p><code>a`b</code></p>"],
    ["three backticks in a line", "```x```", "<p><code>x</code></p>"],
    ["a language in a line is code", "```js x```", "<p><code>js x</code></p>"],
    ["unequal runs do not match", "`a``", "<p>`a``</p>"],
    ["a lone backtick is text", "a ` b", "<p>a ` b</p>"],
    ["two empty backticks are text", "``", "<p>``</p>"],
    [
      "no markup inside",
      "`**a** [b](c) :smile: @**Omar** #**general**`",
      "<p><code>**a** [b](c) :smile: @**Omar** #**general**</code></p>",
    ],
    ["HTML inside", "`<b>&amp;`", "<p><code>&lt;b&gt;&amp;amp;</code></p>"],
    ["an address inside", "`https://a.example`", "<p><code>https://a.example</code></p>"],
    ["a backslash inside", "`\\*`", "<p><code>\\*</code></p>"],
    ["over a line's end", "`a\nb`", "<p><code>a\nb</code></p>"],
    ["an escaped backtick does not open", "\\`a`", "<p>`a`</p>"],
    ["code goes before emphasis", "*a `b* c`", "<p>*a <code>b* c</code></p>"],
    ["code goes before links", "[a `](b)`", "<p>[a <code>](b)</code></p>"],
    ["code next to code", "`a``b`", "<p><code>a``b</code></p>"],
    ["within a word", "a`b`c", "<p>a<code>b</code>c</p>"],
    ["quotation marks stay", "`\"a'`", "<p><code>\"a'</code></p>"],
    ["emoticons stay", "`:)`", "<p><code>:)</code></p>"],
  ],
};

export const codeBlocks: Table = {
  title: "code blocks",
  cases: [
    ["without a language", "```\nx\n```", codeBlock("x")],
    ["of tildes", "~~~\nx\n~~~", codeBlock("x")],
    ["an unknown language", "```inventedlanguage\nx < 1\n```", codeBlock("x &lt; 1", "inventedlanguage")],
    ["an unknown language keeps its spelling", "```MyLang\nx\n```", codeBlock("x", "MyLang")],
    ["text only", "```text\ndef x\n```", codeBlock("def x", "Text only")],
    ["none is text only", "```none\nx\n```", codeBlock("x", "Text only")],
    ["a dot before the language", "```.text\nx\n```", codeBlock("x", "Text only")],
    ["braces around the language", "```{.text}\nx\n```", codeBlock("x", "Text only")],
    ["a space before the language", "``` text\nx\n```", codeBlock("x", "Text only")],
    ["spaces after the language", "```text  \nx\n```", codeBlock("x", "Text only")],
    ["words after the language", "```text a title\nx\n```", codeBlock("x", "Text only")],
    ["upper case", "```TEXT\nx\n```", codeBlock("x", "Text only")],
    ["a language with signs", "```c++\n```\n```c++\n\n```", codeBlock("", "C++")],
    ["a longer fence holds a shorter one", "````\n```\nx\n```\n````", codeBlock("```\nx\n```")],
    ["tildes hold backticks", "~~~\n```\n~~~", codeBlock("```")],
    ["backticks do not close tildes", "~~~\nx\n```", codeBlock("x\n```")],
    ["a longer fence closes, too", "```\nx\n`````\ny", `${codeBlock("x")}\n<p>y</p>`],
    [
      "a longer fence does not close before one of the same length",
      "```text\n````js\nx\n````\n```",
      codeBlock("````js\nx\n````", "Text only"),
    ],
    ["without an end it runs to the end", "```\nx\n\ny", codeBlock("x\n\ny")],
    ["only an opening fence is nothing", "```", ""],
    ["an empty block is nothing", "a\n```\n```\nb", "<p>a</p>\n<p>b</p>"],
    ["trailing spaces are trimmed", "```\nx  \n\ty\t\n```", codeBlock("x\n\ty")],
    ["blank lines around are dropped", "```\n\nx\n\n```", codeBlock("x")],
    ["blank lines within stay", "```\nx\n\n\ny\n```", codeBlock("x\n\n\ny")],
    ["leading spaces stay", "```\n  x\n```", codeBlock("  x")],
    ["quotation marks are escaped", "```\n\"'&\n```", codeBlock("&quot;&#39;&amp;")],
    ["entities are escaped", "```\n&amp;\n```", codeBlock("&amp;amp;")],
    ["no markup inside", "```\n**a** @**Omar** :smile: $$x$$\n```", codeBlock("**a** @**Omar** :smile: $$x$$")],
    ["right after a paragraph", "a\n```\nx\n```\nb", `<p>a</p>\n${codeBlock("x")}\n<p>b</p>`],
    ["text on the closing line keeps it open", "```\nx\n``` y\n```", codeBlock("x\n``` y")],
    ["a backtick in the info is no fence", "```a`b\nx", "<p>```a`b<br>\nx</p>"],
    ["tildes in the info are no fence", "~~~~a:  b~~~~", "<p>~~~~a:  b~~~~</p>"],
    ["Windows line ends", "```\r\nx\r\ny\r\n```", codeBlock("x\ny")],
    ["an indented fence", "  ```\n  x\n  ```", codeBlock("x")],
    ["an HTML-like language", "```<script>\nx\n```", "<p>```&lt;script&gt;<br>\nx</p>"],
    ["four columns", "    x", codeBlock("x")],
    ["four columns after text", "a\n\n    x\n    y\n\nb", `<p>a</p>\n${codeBlock("x\ny")}\n<p>b</p>`],
    ["four columns with a blank line", "    x\n\n    y", codeBlock("x\n\ny")],
    ["four columns keep what is deeper", "      x", codeBlock("  x")],
    ["a tab", "\tx", codeBlock("x")],
    ["three columns are a paragraph", "   x", "<p>x</p>"],
    ["four columns right after a fence", "```\na\n```\n    x", `${codeBlock("a")}\n${codeBlock("x")}`],
  ],
};

export const defaultLanguage: Table = {
  title: "code blocks where the realm has a default language",
  names: { defaultCodeLanguage: "haskell" },
  cases: [
    ["without a language", "```\nx\n```", codeBlock("x", "Haskell")],
    ["text opts out", "```text\nx\n```", codeBlock("x", "Text only")],
    ["none opts out", "```none\nx\n```", codeBlock("x", "Text only")],
    ["a language of its own", "```inventedlanguage\nx\n```", codeBlock("x", "inventedlanguage")],
    ["a language in the first line is none", "```\n#!python\nx\n```", codeBlock("#!python\nx", "Haskell")],
  ],
};

const python = `<span class="k">def</span><span class="w"> </span><span class="nf">speak</span><span class="p">(</span><span class="bp">self</span><span class="p">):</span>\n    <span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>`;

export const highlighting: Table = {
  title: "highlighting",
  cases: [
    ["Python", "```python\ndef speak(self):\n    x = 1\n```", codeBlock(python, "Python")],
    ["an alias of Python", "```py\ndef speak(self):\n    x = 1\n```", codeBlock(python, "Python")],
    ["Python 2", "```py2\ndef speak(self):\n    x = 1\n```", codeBlock(python, "Python 2.x")],
    [
      "Python words",
      "```python\nimport os # why\nif x is None: print(\"a\", 'b', 1.5)\n```",
      codeBlock(
        `<span class="kn">import</span><span class="w"> </span><span class="n">os</span> <span class="c1"># why</span>\n<span class="k">if</span> <span class="n">x</span> <span class="ow">is</span> <span class="kc">None</span><span class="p">:</span> <span class="nb">print</span><span class="p">(</span><span class="s2">&quot;a&quot;</span><span class="p">,</span> <span class="s1">&#39;b&#39;</span><span class="p">,</span> <span class="mf">1.5</span><span class="p">)</span>`,
        "Python",
      ),
    ],
    [
      "a string of several lines",
      '```python\n"""a\nb"""\n```',
      codeBlock(`<span class="sd">&quot;&quot;&quot;a</span>\n<span class="sd">b&quot;&quot;&quot;</span>`, "Python"),
    ],
    [
      "a class",
      "```python\nclass A(B): pass\n```",
      codeBlock(
        `<span class="k">class</span><span class="w"> </span><span class="nc">A</span><span class="p">(</span><span class="n">B</span><span class="p">):</span> <span class="k">pass</span>`,
        "Python",
      ),
    ],
    [
      "a hash bang",
      "```python\n#!/usr/bin/python\n```",
      codeBlock(`<span class="ch">#!/usr/bin/python</span>`, "Python"),
    ],
    [
      "JavaScript",
      '```js\nconst a = "b"; // c\n```',
      codeBlock(
        `<span class="kd">const</span><span class="w"> </span><span class="nx">a</span><span class="w"> </span><span class="o">=</span><span class="w"> </span><span class="s2">&quot;b&quot;</span><span class="p">;</span><span class="w"> </span><span class="c1">// c</span>`,
        "JavaScript",
      ),
    ],
    [
      "TypeScript",
      "```ts\nlet a: number = null\n```",
      codeBlock(
        `<span class="kd">let</span><span class="w"> </span><span class="nx">a</span><span class="p">:</span><span class="w"> </span><span class="kt">number</span><span class="w"> </span><span class="o">=</span><span class="w"> </span><span class="kc">null</span>`,
        "TypeScript",
      ),
    ],
    [
      "JSON",
      '```json\n{"a": [1, true]}\n```',
      codeBlock(
        `<span class="p">{</span><span class="nt">&quot;a&quot;</span><span class="p">:</span><span class="w"> </span><span class="p">[</span><span class="mi">1</span><span class="p">,</span><span class="w"> </span><span class="kc">true</span><span class="p">]}</span>`,
        "JSON",
      ),
    ],
    [
      "C",
      "```c\nint x = 0x1f; /* y */\n```",
      codeBlock(
        `<span class="kt">int</span><span class="w"> </span><span class="n">x</span><span class="w"> </span><span class="o">=</span><span class="w"> </span><span class="mh">0x1f</span><span class="p">;</span><span class="w"> </span><span class="cm">/* y */</span>`,
        "C",
      ),
    ],
    [
      "Go",
      "```go\nfunc main() {}\n```",
      codeBlock(
        `<span class="kd">func</span><span class="w"> </span><span class="nf">main</span><span class="p">()</span><span class="w"> </span><span class="p">{}</span>`,
        "Go",
      ),
    ],
    [
      "SQL",
      "```sql\nSELECT a FROM b -- c\n```",
      codeBlock(
        `<span class="k">SELECT</span><span class="w"> </span><span class="n">a</span><span class="w"> </span><span class="k">FROM</span><span class="w"> </span><span class="n">b</span><span class="w"> </span><span class="c1">-- c</span>`,
        "SQL",
      ),
    ],
    [
      "YAML",
      "```yaml\na: true # b\n```",
      codeBlock(
        `<span class="nt">a</span><span class="p">:</span><span class="w"> </span><span class="kc">true</span><span class="w"> </span><span class="c1"># b</span>`,
        "YAML",
      ),
    ],
    [
      "a diff",
      "```diff\n@@ -1 +1 @@\n-a\n+b\n c\n```",
      codeBlock(
        `<span class="gu">@@ -1 +1 @@</span>\n<span class="gd">-a</span>\n<span class="gi">+b</span>\n c`,
        "Diff",
      ),
    ],
    ["TeX is code, not mathematics", "```tex\n\\pi\n```", codeBlock(`<span class="k">\\pi</span>`, "TeX")],
    [
      "numbers and names of a formula in TeX",
      "```tex\na 1 $x_1$ % b\n```",
      codeBlock(
        `a 1 <span class="s">$</span><span class="nb">x_</span><span class="m">1</span><span class="s">$</span> <span class="c">% b</span>`,
        "TeX",
      ),
    ],
    ["LaTeX is code, too", "```latex\n\\pi\n```", codeBlock(`<span class="k">\\pi</span>`, "TeX")],
    [
      "PHP without its opening tag",
      "```php\n$a = true;\n```",
      codeBlock(
        `<span class="nv">$a</span> <span class="o">=</span> <span class="kc">true</span><span class="p">;</span>`,
        "PHP",
      ),
    ],
    [
      "a language in the first line, which stays",
      "```\n#!python\nx\n```",
      codeBlock(`<span class="ch">#!python</span>\n<span class="n">x</span>`),
    ],
    ["colons in the first line are text", "```\n:::python\nx\n```", codeBlock(":::python\nx")],
    [
      "a language in the first line of indented code",
      "    #!python\n    x",
      codeBlock(`<span class="ch">#!python</span>\n<span class="n">x</span>`),
    ],
    [
      "a path there",
      "```\n#!/usr/bin/python\nx\n```",
      codeBlock(`<span class="ch">#!/usr/bin/python</span>\n<span class="n">x</span>`),
    ],
    ["a first line that names no language is code", "```\n#!nonsense\nx\n```", codeBlock("#!nonsense\nx")],
    ["a first line with more in it is code", "```\n#!python and more\nx\n```", codeBlock("#!python and more\nx")],
    ["the fence's own language goes before it", "```text\n#!python\nx\n```", codeBlock("#!python\nx", "Text only")],
    ["a language without a mode keeps its name", "```ada\nx := 1;\n```", codeBlock("x := 1;", "Ada")],
    [
      "a line that is too long is not highlighted",
      `\`\`\`python\ndef ${"x".repeat(300)}\n\`\`\``,
      codeBlock(`def ${"x".repeat(300)}`, "Python"),
    ],
    [
      "digits of other scripts stay",
      "```c\nx = ٣;\n```",
      codeBlock(
        `<span class="n">x</span><span class="w"> </span><span class="o">=</span><span class="w"> </span><span class="n">٣</span><span class="p">;</span>`,
        "C",
      ),
    ],
  ],
};
