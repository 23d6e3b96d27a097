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

test("noteOf returns the stored note only for its own import", () => {
  storage();
  expect(noteOf(5)).toBeUndefined();
  keepNote(note);
  expect([4, 5, 6].map((id) => noteOf(id)?.digest)).toEqual([undefined, "d", undefined]);
});

test("noteOf returns the note for the next import if the server's answer was lost", () => {
  storage();
  keepNote({ ...note, id: null });
  expect([4, 5].map((id) => noteOf(id)?.digest)).toEqual([undefined, "d"]);
});

test("noteOf ignores a note that cannot be parsed", () => {
  storage().set("parley.import", "{");
  expect(noteOf(5)).toBeUndefined();
});

test("isFileOf recognizes a file by name, size and time", () => {
  const file = (name: string, content: string, lastModified: number) => new File([content], name, { lastModified });
  expect(isFileOf(note, file("export.tar.gz", "abc", 7))).toBe(true);
  for (const other of [
    file("other.tar.gz", "abc", 7),
    file("export.tar.gz", "abcd", 7),
    file("export.tar.gz", "abc", 8),
  ])
    expect(isFileOf(note, other)).toBe(false);
});
