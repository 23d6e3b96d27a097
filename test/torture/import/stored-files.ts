import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Returns the keys of all files in a server's store, read from the server's data directory. */
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

/**
 * Returns the numbers of files by kind. The kind is the second part of a key. For pictures in generated sizes, the size
 * is added.
 */
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
