import { describe, expect, test } from "vitest";
import {
  type Cited,
  citationsIn,
  citedByMark,
  citedEntries,
  claims,
  criteria,
  marksIn,
  protectedPart,
} from "./support/cited-entries.ts";
import { findFiles, readTexts } from "./support/read-texts.ts";

const code = readTexts(
  import.meta.dirname,
  "../{src,test,bench}/**/*.ts",
  "../scripts/**/*.mjs",
  "!./citations.test.ts",
  "!./support/cited-entries.ts",
);
const papers = readTexts(import.meta.dirname, "../docs/**/*.md", "../README.md", "../{bench,src}/**/README.md");
const others = findFiles(import.meta.dirname, "../{src,test,bench,scripts,docs}/**/*");
const paths = ["test/citations.test.ts", ...others.map((path) => path.replace("../", "").replace(/^\.\//, "test/"))];

/** The comments of a file, each without line breaks. */
const commentsOf = (text: string): string[] =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:(?<=^|\s)\/\/[^\n]*\n\s*)+/g)].map(([comment]) =>
    comment.replace(/\n\s*(?:\*|\/\/)?\s*/g, " "),
  );

const comments = Object.entries(code).flatMap(([path, text]) =>
  commentsOf(text).map((comment) => ({ path, ...citationsIn(comment), comment })),
);
const marks = Object.entries(code)
  .filter(([path]) => path.endsWith(".test.ts"))
  .flatMap(([path, text]) => marksIn(text).map((mark) => ({ path, mark, cited: citedByMark(mark) })));

/** Compares numbers such as 1.4.10 part by part. */
const inOrder = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

const leadsNowhere = ({ entry, parts }: Cited) => {
  const text = citedEntries.get(entry);
  return text === undefined || parts.some((part) => !text.includes(part));
};

describe("citations of docs/internals/protocol.md, docs/security.md and docs/accessibility.md", () => {
  test("in comments refer to existing entries", () => {
    const lost = comments.flatMap(({ path, cited }) =>
      cited.filter(leadsNowhere).map(({ entry, parts }) => [path, entry, ...parts]),
    );
    expect(comments.flatMap(({ cited }) => cited).length).toBeGreaterThan(200);
    expect(lost).toEqual([]);
  });

  test("in comments have the standard form", () => {
    const odd = /\bseed \d|\bdesign \d|(?<![\w/-])(?!README)[a-z-]+\.md\b/;
    expect(comments.flatMap(({ path, rest }) => (odd.test(rest) ? [[path, rest]] : []))).toEqual([]);
  });

  test("in test titles refer to existing entries", () => {
    const lost = marks.filter(({ cited }) => cited === undefined || cited.some(leadsNowhere));
    expect(marks.length).toBeGreaterThan(300);
    expect(lost.map(({ path, mark }) => [path, mark])).toEqual([]);
  });

  test("cover every entry", () => {
    const cited = new Set([...comments, ...marks].flatMap((one) => (one.cited ?? []).map(({ entry }) => entry)));
    expect([...citedEntries.keys()].filter((entry) => !cited.has(entry))).toEqual([]);
  });

  test("within entries refer to existing entries", () => {
    const lost = [...citedEntries].flatMap(([entry, text]) =>
      citationsIn(text)
        .cited.filter(leadsNowhere)
        .map((other) => [entry, other.entry, ...other.parts]),
    );
    expect(lost).toEqual([]);
  });
});

describe("the claims of docs/security.md", () => {
  test("are single sentences with a number", () => {
    const blocks = protectedPart.split("\n\n");
    const odd = blocks.filter(
      (block) => !/^### \d+\. .+$/.test(block) && !/^(?:- \d+\.\d+ .+\n?(?: {2}.+\n?)*)+$/.test(block),
    );
    expect(odd).toEqual([]);
    const several = [...claims].filter(([, text]) => !/\.$/.test(text) || /[.!?;]["')]* (?=[A-Z])/.test(text));
    expect(several).toEqual([]);
  });

  test("are numbered in order, in sections", () => {
    const found = [...protectedPart.matchAll(/^(?:### (\d+)\.|- (\d+\.\d+)) /gm)].map(
      ([, section, claim]) => section ?? claim,
    );
    const expected: string[] = [];
    let [sections, count] = [0, 0];
    for (const one of found) {
      [sections, count] = one?.includes(".") ? [sections, count + 1] : [sections + 1, 0];
      expected.push(count === 0 ? `${sections}` : `${sections}.${count}`);
    }
    expect(found).toEqual(expected);
    expect(claims.size).toBeGreaterThan(100);
  });

  test("are each cited by the title of a test", () => {
    const held = new Set(marks.flatMap(({ cited }) => (cited ?? []).map(({ entry }) => entry)));
    expect([...claims].filter(([number]) => !held.has(`security.md ${number}`))).toEqual([]);
  });
});

describe("the WCAG 2.2 criteria in docs/accessibility.md", () => {
  test("include every criterion of levels A and AA, in order", () => {
    const levels = { A: 31, AA: 24 };
    expect(criteria.map(({ number }) => number)).toEqual(
      [...new Set(criteria.map(({ number }) => number))].toSorted(inOrder),
    );
    for (const [level, count] of Object.entries(levels))
      expect(criteria.filter((one) => one.level === level).length, level).toBe(count);
  });

  test("are cited by test titles if and only if they are met", () => {
    const known = ["supports", "partially", "does not", "not applicable"];
    expect(criteria.filter(({ status }) => !known.includes(status))).toEqual([]);
    const isMet = (status: string) => status === "supports" || status === "partially";
    expect(criteria.filter(({ status, tests }) => isMet(status) !== tests.length > 0)).toEqual([]);
    const named = criteria.flatMap(({ number, tests }) => tests.map((path) => `${number} ${path}`));
    const cited = marks.flatMap(({ path, cited }) =>
      (cited ?? [])
        .filter(({ entry }) => entry.startsWith("accessibility.md "))
        .map(
          ({ entry }) => `${entry.replace("accessibility.md ", "")} ${path.replace("../", "").replace("./", "test/")}`,
        ),
    );
    expect([...new Set(cited)].toSorted()).toEqual(named.toSorted());
  });
});

const texts = [
  ...comments.map(({ path, comment }) => ({ path, text: comment })),
  ...Object.entries(papers).map(([path, text]) => ({ path, text })),
];

test("paths in comments and docs exist", () => {
  const named = /(?<![\w./@-])(?:src|test|bench|scripts|docs)\/[\w./-]*[\w/]/g;
  const missing = texts.flatMap(({ path, text }) =>
    [...text.matchAll(named)]
      .map(([name]) => name.replace(/\/$/, ""))
      .filter((name) => !paths.some((known) => known === name || known.startsWith(`${name}/`)))
      .map((name) => [path, name]),
  );
  expect(missing).toEqual([]);
});

test("headings of docs cited in comments and docs exist", () => {
  const missing = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/(docs\/[\w/-]+\.md), "([^"]+)"/g)]
      .filter(([, paper, heading]) => !papers[`../${paper}`]?.includes(`\n## ${heading}\n`))
      .map(([named]) => [path, named]),
  );
  expect(missing).toEqual([]);
});
