import { lengthLimits } from "../../../../../src/protocol/limits.ts";

const LENGTH = lengthLimits.max_message_length;

/** Repeats a text until it has the maximum length of a message. */
const full = (unit: string, { before = "", after = "" } = {}) => {
  const [units, around] = [[...unit], [...before, ...after].length];
  const characters = Array.from({ length: LENGTH - around }, (_, index) => units[index % units.length]);
  return `${before}${characters.join("")}${after}`;
};

/** Messages of maximum length whose HTML is many times longer, or that are slow to parse. */
export const worstContents: Readonly<Record<string, string>> = {
  "emoji by name": full(":+1:"),
  "emoji with the longest of names": full(":first_quarter_moon_with_face: "),
  "one emoji": full("😀"),
  "emoji of long names": full("🫰"),
  "emoji of several characters": full("🧑‍🤝‍🧑"),
  emoticons: full(":) "),
  mentions: full("@**Noah Example** "),
  "mentions of nobody": full("@**a** "),
  "silent mentions": full("@_**Noah Example** "),
  "mentions of everybody": full("@**all** "),
  "silent mentions of groups": full("@_*role:members* "),
  "open mentions": full("@**"),
  channels: full("#**general>é** "),
  "channels and messages": full("#**general>t@1** "),
  quotes: full("> ", { after: "a" }),
  "quotes in quotes": full(`${">".repeat(90)}a\n\n`),
  "quote fences": full("```quote\n"),
  spoilers: full("```spoiler a\n~~~spoiler\n"),
  "lists in quotes": full("* > * > * > a\n\n"),
  "a table with rows that are left short": full("|\n", {
    before: `${"|a".repeat(1200)}|\n${"|-".repeat(1200)}|\n`,
  }),
  "tables with rows that are left short": full(`${"|a".repeat(100)}|\n${"|:-:".repeat(100)}|\n${"|\n".repeat(100)}\n`),
  "a table of pipes": full("|", { before: "|a|b|\n|-|-|\n" }),
  formulas: full("$$x$$ "),
  "one formula": full("\\frac1\\sqrt x", { before: "```math\n", after: "\n```" }),
  "formula of nothing": full("$$ "),
  "formulas and emoji": full("😀", { before: "$$a$$ ".repeat(416) }),
  code: full("a(1+", { before: "```js\n", after: "\n```" }),
  "code of quotes": full('"', { before: "```\n", after: "\n```" }),
  "lines of code": full("def a(b): return 'c' # d\n", { before: "```python\n", after: "```" }),
  "inline code": full("`a` "),
  links: full("[a](b.c) "),
  addresses: full("https://a.io/b "),
  domains: full("a.io "),
  "one address": full("a", { before: "https://a.example/" }),
  "mail addresses": full("a@b.io "),
  times: full("<time:1> "),
  "linkified numbers": full("#1 "),
  "what HTML escapes": full("<&>\"'"),
  stars: full("*a **b "),
};
