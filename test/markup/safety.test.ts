import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allTables } from "./all-tables.ts";
import { forbiddenIn } from "./allowed-html.ts";
import { attacks } from "./attacks.ts";
import { checkDocument } from "./check-document.ts";
import { documents } from "./generated-documents.ts";
import { hostileInputs } from "./hostile-inputs.ts";

describe("[security 11.5] rendering produces only allowed HTML", () => {
  it.each(attacks)("from %s", async (attack) => {
    await checkDocument(attack);
  });

  it.each([
    ["in a link's text", (text: string) => `[${text}](https://a.example)`],
    ["as a link's target", (text: string) => `[a](${text})`],
    ["as a link's target in angle brackets", (text: string) => `[a](<${text}>)`],
    ["as a link's title", (text: string) => `[a](https://a.example "${text}")`],
    ["at the end of an address", (text: string) => `https://a.example/${text}`],
    ["as the URL of an external image", (text: string) => `https://a.example/${text}.png`],
    ["as a picture's address", (text: string) => `https://chat.example/user_uploads/2/ab/x/a.png?${text}`],
    ["as an upload", (text: string) => `[${text}](/user_uploads/2/${text})`],
    ["in code", (text: string) => `\`${text}\``],
    ["in a code block", (text: string) => `\`\`\`\n${text}\n\`\`\``],
    ["in highlighted code", (text: string) => `\`\`\`html\n${text}\n\`\`\``],
    ["as a language", (text: string) => `\`\`\`${text}\nx\n\`\`\``],
    ["in a formula", (text: string) => `$$${text}$$`],
    ["in a block of formulas", (text: string) => `\`\`\`math\n${text}\n\`\`\``],
    ["in a spoiler's header", (text: string) => `\`\`\`spoiler ${text}\n${text}\n\`\`\``],
    ["as a time", (text: string) => `<time:${text}>`],
    ["as a name", (text: string) => `@**${text}** @*${text}* #**${text}** #**general>${text}**`],
    ["as an emoji", (text: string) => `:${text}:`],
    ["in a table", (text: string) => `${text}|a\n-|-\n${text}|b`],
    ["in a quote", (text: string) => `> ${text}`],
    ["in a list", (text: string) => `* ${text}\n  1. ${text}`],
    ["in a heading", (text: string) => `# ${text}`],
  ])("from every attack %s", async (_place, put) => {
    for (const attack of attacks) await checkDocument(put(attack));
  });

  it("from the sources of all test tables, alone, quoted and in lists", async () => {
    const sources = allTables
      .flatMap(({ cases }) => cases.map(([, source]) => source))
      .filter((source) => source.length < 300);
    for (const source of sources) await checkDocument(source);
    for (const [index, source] of sources.entries()) {
      const next = sources[(index * 7 + 1) % sources.length] ?? "";
      await checkDocument(`> ${source.replaceAll("\n", "\n> ")}\n${next}`);
      await checkDocument(`* ${source.replaceAll("\n", "\n  ")}\n${next}`);
    }
  });

  it("from hostile inputs", async () => {
    for (const make of Object.values(hostileInputs)) await checkDocument(make(600));
  });

  it("from generated documents", async () => {
    await fc.assert(fc.asyncProperty(documents, checkDocument), { numRuns: 300 });
  });
});

describe("the list of allowed HTML", () => {
  it.each([
    "<script>alert(1)</script>",
    '<a href="javascript:alert(1)">a</a>',
    '<a href="java\tscript:alert(1)">a</a>',
    '<a href="https://a.example" onclick="b">a</a>',
    '<a href="https://a.example" target="_blank">a</a>',
    '<a href="https://a.example"><a href="https://b.example">b</a></a>',
    '<img src="https://a.example/b.png">',
    '<img src="x" onerror="alert(1)">',
    '<p style="color: red">a</p>',
    '<span class="modal">a</span>',
    '<iframe src="/user_uploads/1"></iframe>',
    "<!-- a -->",
    "<p><div></div></p>",
    "<math><mi>x</mi></math>",
  ])("excludes %s", (html) => {
    expect(forbiddenIn(html)).toBeDefined();
  });
});
