import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { deployments } from "../../src/http/http-context.ts";
import type { Realm } from "../../src/realm/realm.ts";
import type { RealmObject } from "../../src/realm-object.ts";
import type { Person } from "./person.ts";

const stubOf = (person: Person) => {
  const namespace = env.REALM;
  return namespace.get(namespace.idFromName(person.host.replace(/\.?localhost$/, "") || "."));
};

/** Takes an organization's object out of memory, as the platform does when nobody talks. */
export const evict = (person: Person) => evictDurableObject(stubOf(person));

/** Moves an organization's clock; what becomes due is done by its alarm soon after. */
export const advance = (person: Person, ms: number) => person.ok(person.post("/testing/clock", { advance_ms: ms }));

/** Makes D1 misbehave while the work is done. */
export async function withDatabase(
  person: Person,
  mode: "refuse" | "slow" | "lie",
  work: () => Promise<void>,
): Promise<void> {
  await person.ok(person.post("/testing/database", { mode }));
  try {
    await work();
  } finally {
    await person.ok(person.post("/testing/database", { mode: "none" }));
  }
}

/** Waits until D1 has everything. */
export const shipped = (person: Person) =>
  vi.waitFor(async () => {
    const { unshipped } = await person.ok(person.get("/testing/object"));
    if (unshipped) throw new Error("not everything is shipped");
  });

const inRealm = <T>(person: Person, look: (realm: Realm) => T): Promise<T> =>
  runInDurableObject(stubOf(person), (object) => look((object as unknown as { realm: Realm }).realm));

/** How many polls wait on a socket. */
export const waitingPolls = (person: Person): Promise<number> =>
  runInDurableObject(
    stubOf(person),
    (_, state) => state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  );

export const identityOf = (person: Person) => inRealm(person, ({ identity }) => ({ ...identity }));

/** All rows of all tables of an organization's own database. */
export const tablesOf = (person: Person): Promise<Record<string, unknown[]>> =>
  inRealm(person, ({ sql }) => {
    const names = sql.exec(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    );
    return Object.fromEntries(
      [...names.toArray()].map(({ name }) => [String(name), sql.exec(`SELECT * FROM ${name}`).toArray()]),
    );
  });

/** Writes into an organization's own database what an earlier program may have left there. */
export const leave = (person: Person, statement: string, ...values: (string | number)[]): Promise<void> =>
  inRealm(person, ({ sql }) => void sql.exec(statement, ...values));

/** Makes a change in an organization that no endpoint makes. */
export const change = (person: Person, work: (realm: Realm) => void): Promise<void> =>
  inRealm(person, (realm) => realm.change(() => work(realm)));

/** How many rows D1 has in a table of what hangs on a message. */
export async function inBulk(table: "reactions" | "submessages", person: Person, message: number): Promise<number> {
  const { id } = await identityOf(person);
  const query = env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE realm = ?1 AND message_id = ?2`);
  return (await query.bind(id, message).first<number>("count")) ?? 0;
}

/** Gives the Worker other bindings while the work is done; organizations keep the configuration they were opened with. */
export async function withEnv(changes: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const bindings = env as unknown as Record<string, unknown>;
  const before = Object.fromEntries(Object.keys(changes).map((name) => [name, bindings[name]]));
  Object.assign(bindings, changes);
  deployments.delete(env);
  try {
    await work();
  } finally {
    Object.assign(bindings, before);
    deployments.delete(env);
  }
}

/** Gives an organization another configuration while the work is done; for others the deployment stays as it is. */
export async function withConfig(person: Person, changes: Partial<Config>, work: () => Promise<void>): Promise<void> {
  const change = (wanted: Partial<Config>) =>
    runInDurableObject(stubOf(person), (object: unknown) => {
      const { realm } = object as RealmObject;
      if (realm === undefined) throw new Error(`no organization at ${person.host}`);
      const before = { ...realm.config };
      Object.assign(realm.config, wanted);
      return before;
    });
  const before = await change(changes);
  try {
    await work();
  } finally {
    await change(before);
  }
}
