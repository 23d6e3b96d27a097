import { readTexts } from "./read-texts.ts";

const papers = readTexts(import.meta.dirname, "../../docs/{internals/protocol,security,accessibility}.md");
const paper = (name: string) => papers[`../../docs/${name}.md`] ?? "";

/** The part of docs/security.md that lists what is protected, without the paragraph about citing it. */
export const protectedPart: string =
  /\n## What is protected, and how\n\n.+?\n\n(.+?)\n\n## /s.exec(paper("security"))?.[1] ?? "";

/** Claims of docs/security.md by number: `3.2`. */
export const claims: ReadonlyMap<string, string> = new Map(
  [...protectedPart.matchAll(/^- (\d+\.\d+) (.+(?:\n {2}.+)*)$/gm)].map(([, number = "", text = ""]) => [
    number,
    text.replace(/\s+/g, " "),
  ]),
);

/** A criterion of docs/accessibility.md: its status, and the test files that show it. */
interface Criterion {
  readonly number: string;
  readonly level: string;
  readonly status: string;
  readonly text: string;
  readonly tests: readonly string[];
}

export const criteria: readonly Criterion[] = [
  ...paper("accessibility").matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| (AA?) \| ([a-z ]+) \| ([^|]+) \| ([^|]*) ?\|$/gm),
].map(([, number = "", level = "", status = "", text = "", tests = ""]) => ({
  ...{ number, level, status, text },
  tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
}));

/**
 * The text of every entry that tests show (docs/internals/protocol.md, the claims of docs/security.md, the criteria of
 * docs/accessibility.md), by its citation: `messages.md 7`, `seed 4.5`, `security.md 3.2`, `accessibility.md 2.1.1`.
 */
export const citedEntries: ReadonlyMap<string, string> = new Map([
  ...paper("internals/protocol")
    .split(/^(?=##+ )/m)
    .flatMap((section) => [...section.matchAll(/^### (\S+ [\d.]+): .+\n([\s\S]*)/g)])
    .map(([, name = "", text = ""]) => [name, text.replace(/\s+/g, " ")] as const),
  ...[...claims].map(([number, text]) => [`security.md ${number}`, text] as const),
  ...criteria.flatMap(({ number, text, tests }) =>
    tests.length === 0 ? [] : [[`accessibility.md ${number}`, text] as const],
  ),
]);

/** The documents that have entries, such as `seed` and `messages.md`. */
const citedDocuments: readonly string[] = [
  ...new Set([...citedEntries.keys()].map((name) => name.split(" ")[0] ?? "")),
];

/** Documents by their name in title marks: the first word of the file name. A bare number is a section of the seed. */
const markDocuments = new Map(citedDocuments.map((name) => [name === "seed" ? "" : /^\w+/.exec(name)?.[0], name]));

const NUMBER = String.raw`\d+(?:\.\d+){0,2}`;
const PART = String.raw`(?:(?:rule|check|effect)s? \d+(?:(?: to | and )\d+)?|"[^"]+"|${NUMBER})`;
const SECTIONS = `(${NUMBER}(?:(?:, | and )${PART})*)`;
const CITATION = new RegExp(`\\b(${citedDocuments.join("|").replaceAll(".", "\\.")}) ${SECTIONS}(?![\\w§])`, "g");
const MARK = new RegExp(`^(?:([a-z]+) )?${SECTIONS}$`);

/** The entry that a citation refers to, and what the entry must contain: the number of a rule, or a heading. */
export interface Cited {
  readonly entry: string;
  readonly parts: readonly string[];
}

function citedBy(document: string, sections: string): Cited[] {
  const cited: { entry: string; parts: string[] }[] = [];
  for (const [part] of sections.matchAll(new RegExp(PART, "g"))) {
    if (/^\d/.test(part)) {
      cited.push({ entry: `${document} ${part}`, parts: [] });
    } else if (part.startsWith('"')) {
      cited.at(-1)?.parts.push(`**${part.slice(1, -1)}**`);
    } else {
      const kind = `${part.slice(0, 1).toUpperCase()}${/^[a-z]+?(?=s? )/.exec(part)?.[0].slice(1)}`;
      for (const [number] of part.matchAll(/\d+/g)) cited.at(-1)?.parts.push(`${kind} ${number}:`);
    }
  }
  return cited;
}

/** Splits a comment into its citations and the remaining text. */
export function citationsIn(comment: string): { cited: Cited[]; rest: string } {
  const cited: Cited[] = [];
  const rest = comment.replace(CITATION, (_, document: string, sections: string) => {
    cited.push(...citedBy(document, sections));
    return "";
  });
  return { cited, rest };
}

/** Parses a mark in a test's title (`messages 7`, `4.2, rule 4`). Returns undefined if the mark isn't a citation. */
export function citedByMark(mark: string): Cited[] | undefined {
  const [, name = "", sections] = MARK.exec(mark) ?? [];
  const document = markDocuments.get(name);
  return document === undefined || sections === undefined ? undefined : citedBy(document, sections);
}

/**
 * Returns the marks of the titles in a test's source. The title `[4.2] [security 3.2] refuses ...` has the marks `4.2`
 * and `security 3.2`.
 */
export const marksIn = (test: string): string[] =>
  [...test.matchAll(/[([]\s*["'`]((?:\[[^\]"'`]+\] )+)/g)].flatMap(([, marks = ""]) =>
    [...marks.matchAll(/\[([^\]]+)\]/g)].map(([, mark = ""]) => mark),
  );
