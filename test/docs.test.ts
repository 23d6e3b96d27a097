import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findFiles, readTexts } from "./support/read-texts.ts";

const root = join(import.meta.dirname, "..");
const papers = readTexts(root, "docs/**/*.md", "*.md", "{bench,src}/**/README.md", "test/manual/*.md");

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "");

/** The anchors of a page's headings, as GitHub forms them. */
const anchorsOf = (text: string) =>
  Array.from(text.replace(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.+)$/gm), ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/ /g, "-"),
  );

test("links in docs lead to files and headings that exist", () => {
  const lost = Object.entries(papers).flatMap(([path, text]) =>
    Array.from(withoutCode(text).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g), ([link, file = "", anchor]) => {
      const target = file === "" ? path : `./${join(dirname(path), file)}`;
      const isThere = existsSync(join(root, target));
      return isThere && (anchor === undefined || anchorsOf(papers[target] ?? "").includes(anchor)) ? [] : [path, link];
    }).filter((one) => one.length > 0),
  );
  expect(lost).toEqual([]);
});

test("every page of docs can be reached from README.md", () => {
  const reached = new Set(["./README.md"]);
  for (const path of reached) {
    for (const [, file = ""] of (papers[path] ?? "").matchAll(/\]\(([\w./-]+\.md)/g))
      reached.add(`./${join(dirname(path), file)}`);
  }
  expect(findFiles(root, "docs/**/*.md").filter((path) => !reached.has(path))).toEqual([]);
});

test("docs and README.md stay within their size limits", () => {
  const bytesOf = (text: string) => Buffer.byteLength(text);
  const docs = Object.entries(papers).filter(([path]) => path.startsWith("./docs/"));
  expect(docs.reduce((sum, [, text]) => sum + bytesOf(text), 0)).toBeLessThanOrEqual(250_000);
  expect(bytesOf(papers["./README.md"] ?? "")).toBeLessThanOrEqual(6_000);
});
