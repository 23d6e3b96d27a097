import { afterEach, expect, test, vi } from "vitest";
import { isFileOf, keepNote, noteOf, type UploadNote } from "../../../../src/web/client/import/upload-note.ts";

const note: UploadNote = {
  ...{ id: 5, after: 4, digest: "d", now: 1, kind: "zulip", secrets: false, report: null },
  file: { name: "export.tar.gz", size: 3, modified: 7 },
};

function storage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return kept;
}
afterEach(() => void vi.unstubAllGlobals());

test("what is remembered of an import is of that one alone", () => {
  storage();
  expect(noteOf(5)).toBeUndefined();
  keepNote(note);
  expect([4, 5, 6].map((id) => noteOf(id)?.digest)).toEqual([undefined, "d", undefined]);
});

test("where the server's answer was lost, it is the next one", () => {
  storage();
  keepNote({ ...note, id: null });
  expect([4, 5].map((id) => noteOf(id)?.digest)).toEqual([undefined, "d"]);
});

test("what cannot be read is nothing", () => {
  storage().set("parley.import", "{");
  expect(noteOf(5)).toBeUndefined();
});

test("the same file has the same name, size and time", () => {
  const file = (name: string, content: string, lastModified: number) => new File([content], name, { lastModified });
  expect(isFileOf(note, file("export.tar.gz", "abc", 7))).toBe(true);
  for (const other of [
    file("other.tar.gz", "abc", 7),
    file("export.tar.gz", "abcd", 7),
    file("export.tar.gz", "abc", 8),
  ])
    expect(isFileOf(note, other)).toBe(false);
});
