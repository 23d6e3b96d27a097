import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Returns the size of the organization's own database in a data directory that isn't in use. */
export function storedBytes(data: string): number {
  const folder = join(data, "do", "parley-Realm");
  const [file = ""] = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  const database = new DatabaseSync(join(folder, file));
  const ask = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const bytes = (ask("page_count") - ask("freelist_count")) * ask("page_size");
  database.close();
  return bytes;
}
