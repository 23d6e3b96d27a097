import { readTexts } from "./read-texts.ts";

const papers = readTexts(import.meta.dirname, "../../docs/{protocol,security,accessibility}.md");
const paper = (name: string) => papers[`../../docs/${name}.md`] ?? "";

/** What docs/security.md says is protected, without the paragraph that says how it is cited. */
export const protectedPart: string =
  /\n## What is protected, and how\n\n.+?\n\n(.+?)\n\n## /s.exec(paper("security"))?.[1] ?? "";

/** The claims of docs/security.md by their numbers: `3.2`. */
export const claims: ReadonlyMap<string, string> = new Map(
  [...protectedPart.matchAll(/^- (\d+\.\d+) (.+(?:\n {2}.+)*)$/gm)].map(([, number = "", text = ""]) => [
    number,
    text.replace(/\s+/g, " "),
  ]),
);

/** A criterion of docs/accessibility.md: how far it is met, and the files of the tests that show it. */
export interface Criterion {
  readonly number: string;
  readonly level: string;
  readonly status: string;
  readonly text: string;
  readonly tests: readonly string[];
}

/** The rows of docs/accessibility.md. */
export const criteria: readonly Criterion[] = [
  ...paper("accessibility").matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| (AA?) \| ([a-z ]+) \| ([^|]+) \| ([^|]*) ?\|$/gm),
].map(([, number = "", level = "", status = "", text = "", tests = ""]) => ({
  ...{ number, level, status, text },
  tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
}));

/**
 * The entries of docs/protocol.md, the claims of docs/security.md and the criteria of docs/accessibility.md that tests show: their
 * text, by the words that cite them (`messages.md 7`, `seed 4.5`, `security.md 3.2`, `accessibility.md 2.1.1`).
 */
export const citedEntries: ReadonlyMap<string, string> = new Map([
  ...paper("protocol")
    .split(/^(?=##+ )/m)
    .flatMap((section) => [...section.matchAll(/^### (\S+ [\d.]+): .+\n([\s\S]*)/g)])
    .map(([, name = "", text = ""]) => [name, text.replace(/\s+/g, " ")] as const),
  ...[...claims].map(([number, text]) => [`security.md ${number}`, text] as const),
  ...criteria.flatMap(({ number, text, tests }) =>
    tests.length === 0 ? [] : [[`accessibility.md ${number}`, text] as const],
  ),
]);

/** The documents that entries are of: `seed`, `messages.md`. */
export const citedDocuments: readonly string[] = [
  ...new Set([...citedEntries.keys()].map((name) => name.split(" ")[0] ?? "")),
];

/** What marks in titles call a document: the first word of its name. A bare number is a section of the seed. */
const markDocuments = new Map(citedDocuments.map((name) => [name === "seed" ? "" : /^\w+/.exec(name)?.[0], name]));

const NUMBER = String.raw`\d+(?:\.\d+){0,2}`;
const PART = String.raw`(?:(?:rule|check|effect)s? \d+(?:(?: to | and )\d+)?|"[^"]+"|${NUMBER})`;
const SECTIONS = `(${NUMBER}(?:(?:, | and )${PART})*)`;
const CITATION = new RegExp(`\\b(${citedDocuments.join("|").replaceAll(".", "\\.")}) ${SECTIONS}(?![\\w§])`, "g");
const MARK = new RegExp(`^(?:([a-z]+) )?${SECTIONS}$`);

/** A place that a citation leads to, and what its entry must contain: a rule's number, or a heading. */
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

/** The citations in the text of a comment, and the text without them. */
export function citationsIn(comment: string): { cited: Cited[]; rest: string } {
  const cited: Cited[] = [];
  const rest = comment.replace(CITATION, (_, document: string, sections: string) => {
    cited.push(...citedBy(document, sections));
    return "";
  });
  return { cited, rest };
}

/** What the mark of a test's title cites (`messages 7`, `4.2, rule 4`); undefined where it is no citation. */
export function citedByMark(mark: string): Cited[] | undefined {
  const [, name = "", sections] = MARK.exec(mark) ?? [];
  const document = markDocuments.get(name);
  return document === undefined || sections === undefined ? undefined : citedBy(document, sections);
}

/** The marks of the titles in a test's source: `[4.2] [security 3.2] refuses ...` has the marks `4.2` and `security 3.2`. */
export const marksIn = (test: string): string[] =>
  [...test.matchAll(/[([]\s*["'`]((?:\[[^\]"'`]+\] )+)/g)].flatMap(([, marks = ""]) =>
    [...marks.matchAll(/\[([^\]]+)\]/g)].map(([, mark = ""]) => mark),
  );
