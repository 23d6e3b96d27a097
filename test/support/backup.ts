import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { evict, identityOf } from "./object.ts";
import type { Person } from "./person.ts";

type Rows = Record<string, string | number | null>[];
type Tables = Record<string, Rows>;

const stubOf = (person: Person) => env.REALM.get(env.REALM.idFromName(person.host.replace(/\.?localhost$/, "") || "."));

const inside = <T>(person: Person, work: (storage: DurableObjectStorage) => T): Promise<T> =>
  runInDurableObject(stubOf(person), (_: unknown, { storage }) => work(storage));

const namesOf = (sql: SqlStorage): string[] => {
  const names = sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'").toArray();
  return names.map(({ name }) => String(name));
};

/** Copies all tables of an organization's own database. */
export const backupRealm = (person: Person): Promise<Tables> =>
  inside(person, ({ sql }) =>
    Object.fromEntries(namesOf(sql).map((name) => [name, sql.exec(`SELECT * FROM ${name}`).toArray() as Rows])),
  );

/** Restores an organization's own database from a copy, and evicts its object. */
export async function restoreRealm(person: Person, backup: Tables): Promise<void> {
  await inside(person, (storage) =>
    storage.transactionSync(() => {
      const { sql } = storage;
      // Restored twice: the first pass makes triggers write to other tables, which the second pass corrects.
      for (const name of [...namesOf(sql), ...namesOf(sql)]) {
        sql.exec(`DELETE FROM ${name}`);
        for (const row of backup[name] ?? [])
          insert(row, (columns, places, values) => {
            sql.exec(`INSERT INTO ${name} (${columns}) VALUES (${places})`, ...values);
          });
      }
    }),
  );
  await evict(person);
}

const BULK = ["users", "messages", "reactions", "personal_flags", "submessages", "arrivals"];

/** Copies all of an organization's rows in D1. */
export async function backupBulk(person: Person): Promise<Tables> {
  const { id } = await identityOf(person);
  const tables: Tables = {};
  for (const name of BULK) {
    tables[name] = (await env.DB.prepare(`SELECT * FROM ${name} WHERE realm = ?1`).bind(id).all()).results as Rows;
  }
  const words = env.DB.prepare("SELECT rowid, topic, content FROM message_words WHERE rowid BETWEEN ?1 AND ?2");
  tables["message_words"] = (await words.bind(id * 2 ** 32, (id + 1) * 2 ** 32).all()).results as Rows;
  return tables;
}

/** Restores an organization's rows in D1 from a copy, or deletes them if there is none. */
export async function restoreBulk(person: Person, backup?: Tables): Promise<void> {
  const { id } = await identityOf(person);
  const batch = BULK.map((name) => env.DB.prepare(`DELETE FROM ${name} WHERE realm = ?1`).bind(id));
  const words = env.DB.prepare("DELETE FROM message_words WHERE rowid BETWEEN ?1 AND ?2");
  batch.push(words.bind(id * 2 ** 32, (id + 1) * 2 ** 32));
  if (backup === undefined) batch.push(env.DB.prepare("DELETE FROM organizations WHERE id = ?1").bind(id));
  for (const [name, rows] of Object.entries(backup ?? {})) {
    for (const row of rows)
      insert(row, (columns, places, values) => {
        batch.push(env.DB.prepare(`INSERT INTO ${name} (${columns}) VALUES (${places})`).bind(...values));
      });
  }
  await env.DB.batch(batch);
}

function insert(row: Rows[number], write: (columns: string, places: string, values: unknown[]) => void): void {
  const columns = Object.keys(row);
  write(columns.join(", "), columns.map((_, index) => `?${index + 1}`).join(", "), Object.values(row));
}
