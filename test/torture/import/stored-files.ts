import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Keys of all files in a server's store, read from its data directory. */
export function storedKeys(data: string): string[] {
  const folder = join(data, "r2/miniflare-R2BucketObject");
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))
    .flatMap((name) => {
      const database = new DatabaseSync(join(folder, name), { readOnly: true });
      try {
        return database
          .prepare("SELECT key FROM _mf_objects ORDER BY key")
          .all()
          .map(({ key }) => String(key));
      } finally {
        database.close();
      }
    });
}

/** Number of files by kind: the second part of a key, and the last part for the size of a generated picture. */
export function countsByKind(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) {
    const [, kind = "", ...rest] = key.split("/");
    const last = rest.at(-1) ?? "";
    const name = ["small", "medium"].includes(last) ? `${kind} ${last}` : kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
