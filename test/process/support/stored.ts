import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Json, Person } from "./person.ts";
import { until } from "./processes.ts";

/** Returns the paths of all databases of one kind in a data directory. */
export function databasesIn(data: string, kind: "d1" | "do" | "r2"): string[] {
  const folder = join(
    data,
    { d1: "d1/miniflare-D1DatabaseObject", do: "do/parley-Realm", r2: "r2/miniflare-R2BucketObject" }[kind],
  );
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))
    .map((name) => join(folder, name));
}

/** Returns the path of an organization's own database. */
export function objectFile(data: string, subdomain: string): string {
  for (const file of databasesIn(data, "do")) {
    const found = within(file, (database) => {
      const has = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'identity'").get();
      return has && database.prepare("SELECT subdomain FROM identity").get()?.["subdomain"];
    });
    if (found === subdomain) return file;
  }
  throw new Error(`no organization "${subdomain}" in ${data}`);
}

export function within<T>(path: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export const say = async (person: Person, content: string): Promise<number> =>
  (await person.ok(person.post("/messages", { type: "channel", to: "general", topic: "t", content }))).id;

export async function said(person: Person): Promise<Json[]> {
  const query = { anchor: "newest", num_before: 5000, num_after: 0, narrow: [["topic", "t"]], apply_markdown: false };
  return (await person.ok(person.get("/messages", query))).messages;
}

export const textsOf = async (person: Person): Promise<string[]> =>
  (await said(person)).map(({ content }) => String(content));

export const differences = async (person: Person): Promise<Json[]> =>
  (await person.ok(person.get("/testing/differences"))).differences;

/** Waits until all changes have been shipped to D1. */
export const shipped = (person: Person): Promise<boolean> =>
  until("all is in D1", async () => !(await person.get("/health")).body.bulk_store.waiting);
