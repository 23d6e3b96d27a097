import { describe, expect, it, vi } from "vitest";
import { render } from "../support/markup.ts";

const isTypeset = async (tex: string): Promise<boolean> =>
  (await render(`\`\`\`math\n${tex}`)).html.includes('class="katex"');
const long = "x".repeat(200);

describe("macros that a formula defines are typeset", () => {
  it.each([
    ["without arguments", "\\def\\R{\\mathbb{R}} \\R^n"],
    ["with arguments", "\\newcommand{\\norm}[2]{\\lVert#2\\rVert_#1} \\norm{2}{x}"],
    ["with delimiters", "\\def\\pair<#1,#2>{(#1;#2)} \\pair<a,{b,c}>"],
    ["within another", "\\def\\a#1{#1^2}\\def\\b{\\a x} \\b"],
    ["that define others", "\\def\\a#1{\\def\\b##1{#1##1}} \\a x\\b y"],
    ["as another name", "\\let\\a=\\alpha \\a"],
  ])("%s", async (_name, tex) => {
    expect(await isTypeset(tex)).toBe(true);
  });

  it("with the same result as without the macro", async () => {
    const shown = async (tex: string) => (await render(`$$${tex}$$`)).html.replace(/<annotation.*<\/annotation>/, "");
    expect(await shown("\\def\\a#1#2{{#2}^{#1}+#1}\\a{xy}z")).toBe(await shown("{z}^{xy}+xy"));
  });
});

describe("a formula is not typeset if it is made too long by macros", () => {
  it.each([
    ["with a long body", `\\def\\a{${long}}${"\\a".repeat(20)}`],
    ["with a repeated argument", `\\def\\a#1{${"#1".repeat(20)}}\\a{${long}}`],
    ["nested", `\\def\\a#1{#1#1}${"\\a{".repeat(9)}x${"}".repeat(9)}`],
    ["of many cells", `\\def\\a{${"&".repeat(40)}}\\begin{matrix}${"\\a".repeat(10)}\\end{matrix}`],
    ["that is a tag's", `\\tag{${long}}${"\\df@tag".repeat(20)}`],
  ])("%s", async (_name, tex) => {
    expect(await isTypeset(tex)).toBe(false);
  });
});

it.each(["\\message{{a}}", "\\errmessage{a}", "\\show\\frac", "\\text{\u0e01}"])(
  "a formula writes nothing to the server's log: %s",
  async (tex) => {
    const written = (["log", "warn", "error"] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
    await render(`$$x${tex}$$`);
    const calls = written.flatMap(({ mock }) => mock.calls);
    for (const one of written) one.mockRestore();
    expect(calls).toEqual([]);
  },
);
