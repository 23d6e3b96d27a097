import { gunzipSync } from "node:zlib";
import { vi } from "vitest";
import { fetchPage } from "../../../support/files.ts";
import type { Json, Person } from "../../../support/person.ts";

/** Waits until an export has ended, and returns it from the list of exports. */
export async function waitForExport(person: Person, id: number): Promise<Json> {
  return vi.waitFor(
    async () => {
      const { exports: all } = await person.ok(person.get("/export/realm"));
      const found = all.find((one: Json) => one.id === id);
      if (found.pending) throw new Error("still pending");
      return found;
    },
    { timeout: 10_000 },
  );
}

/** The text of an export's file. */
export async function downloadExport(host: string, url: string): Promise<string> {
  const response = await fetchPage(host, new URL(url).pathname);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
}

/** Exports an organization, and returns the text of the file and its rows by table. */
export async function runExport(person: Person, export_type: 1 | 2): Promise<{ text: string; tables: Json }> {
  const { id } = await person.ok(person.post("/export/realm", { export_type }));
  const { export_url } = await waitForExport(person, id);
  const text = await downloadExport(person.host, export_url);
  const tables: Json = {};
  for (const line of text.trimEnd().split("\n")) {
    const { table, row } = JSON.parse(line);
    tables[table] ??= [];
    tables[table].push(row);
  }
  return { text, tables };
}
