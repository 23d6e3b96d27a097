import { expect, test } from "vitest";
import { citedByMark, citedEntries, marksIn } from "./support/cited-entries.ts";
import { readTexts } from "./support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "./**/*.test.ts", "!./seed-coverage.test.ts");
const all = Object.values(sources).join("\n");

const parts = (section: number, count: number) => Array.from({ length: count }, (_, i) => `seed ${section}.${i + 1}`);
/** The numbered sections of the server's own specification, described in docs/internals/protocol.md. */
const SECTIONS = [
  "seed 1",
  ...parts(2, 14),
  "seed 3",
  ...parts(4, 23),
  ...["seed 5", "seed 6", "seed 7", "seed 8", "seed 9"],
];

/** Error codes that clients know (seed 7). */
const CODES = [
  "BAD_REQUEST",
  "STREAM_DOES_NOT_EXIST",
  "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
  "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
  "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  "UNAUTHORIZED_PRINCIPAL",
  "INVITATION_FAILED",
  "PUSH_SERVICE_NOT_CONFIGURED",
];

/** Sections cited by the marks of test titles. */
const marked = new Set(marksIn(all).flatMap((mark) => (citedByMark(mark) ?? []).map(({ entry }) => entry)));

test("docs/internals/protocol.md has exactly the sections of the specification", () => {
  expect([...citedEntries.keys()].filter((entry) => entry.startsWith("seed "))).toEqual(SECTIONS);
});

test.each(SECTIONS)("%s has a test", (section) => {
  expect(marked).toContain(section);
});

test.each(CODES)("%s is covered by a test, and named in docs/internals/protocol.md", (code) => {
  expect(all).toMatch(new RegExp(`\\b${code}\\b`));
  expect(citedEntries.get("seed 7")).toMatch(new RegExp(`\\b${code}\\b`));
});
