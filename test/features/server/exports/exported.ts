import { gunzipSync } from "node:zlib";
import { vi } from "vitest";
import { page } from "../../../support/files.ts";
import type { Json, Person } from "../../../support/person.ts";

/** An export that has come to its end, as its list tells it. */
export async function ended(person: Person, id: number): Promise<Json> {
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
export async function download(host: string, url: string): Promise<string> {
  const response = await page(host, new URL(url).pathname);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
}

/** Exports an organization, and reads what came of it. */
export async function exported(person: Person, export_type: 1 | 2): Promise<{ text: string; tables: Json }> {
  const { id } = await person.ok(person.post("/export/realm", { export_type }));
  const { export_url } = await ended(person, id);
  const text = await download(person.host, export_url);
  const tables: Json = {};
  for (const line of text.trimEnd().split("\n")) {
    const { table, row } = JSON.parse(line);
    tables[table] ??= [];
    tables[table].push(row);
  }
  return { text, tables };
}
