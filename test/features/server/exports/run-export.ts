import { gunzipSync } from "node:zlib";
import { digestOf } from "../../../../src/archive-format/digest.ts";
import { type Archive, openArchive, tablesOf } from "../../../../src/archive-format/read.ts";
import { readTar } from "../../../../src/archive-format/tar-reader.ts";
import { fetchPage } from "../../../support/files.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

/** Waits until an export has ended, and returns its entry in the list. */
export async function waitForExport(person: Person, id: number): Promise<Json> {
  return until(async () => {
    const { exports: all } = await person.ok(person.get("/export/realm"));
    const found = all.find((one: Json) => one.id === id);
    if (found.pending) throw new Error("still pending");
    return found;
  });
}

export async function downloadExport(person: Person, url: string): Promise<Blob> {
  const response = await fetchPage(person.host, new URL(url).pathname, { as: person });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.blob();
}

export interface ReadExport {
  readonly manifest: Archive["manifest"];
  /** All decompressed bytes as one text, so that tests can search for what it must not contain. */
  readonly text: string;
  readonly tables: Json;
  /** File contents by member name. */
  readonly files: ReadonlyMap<string, string>;
}

/** Reads a whole archive. Throws if a row is invalid, a digest differs, or a file has no row. */
export async function readExport(blob: Blob): Promise<ReadExport> {
  const archive = await openArchive(blob);
  const tables: Json = {};
  let text = JSON.stringify(archive.manifest);
  for (const table of tablesOf(archive)) {
    for await (const one of archive.rows(table)) {
      if ("problem" in one) throw new Error(`${one.place.member}, line ${one.place.line}: ${one.problem}`);
      tables[table] ??= [];
      tables[table].push(one.row);
    }
  }
  const files = new Map<string, string>();
  for await (const member of archive.files()) {
    const bytes = new Uint8Array(await archive.content(member).arrayBuffer());
    const row = tables.files?.find((one: Json) => one.member === member.name);
    if (row?.sha256 !== (await digestOf(bytes)) || row.size !== bytes.length) {
      throw new Error(`the row of ${member.name} is not right`);
    }
    files.set(member.name, new TextDecoder().decode(bytes));
  }
  if (files.size !== archive.manifest.files.count) throw new Error("the manifest counts other files");
  for await (const { name, at, size } of readTar(blob)) {
    if (!name.endsWith(".gz")) continue;
    // The text includes what a reader would drop.
    text += gunzipSync(Buffer.from(await blob.slice(at, at + size).arrayBuffer())).toString();
  }
  return { manifest: archive.manifest, text: text + [...files.values()].join(""), tables, files };
}

/** Exports an organization, and reads the archive back. */
export async function runExport(person: Person, export_type: 1 | 2): Promise<ReadExport> {
  const { id } = await person.ok(person.post("/export/realm", { export_type }));
  const { export_url } = await waitForExport(person, id);
  return readExport(await downloadExport(person, export_url));
}
