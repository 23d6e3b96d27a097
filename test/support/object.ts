import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import type { Config } from "../../src/config/config.ts";
import { deployments } from "../../src/http/http-context.ts";
import type { Realm } from "../../src/realm/realm.ts";
import type { MoveProgress } from "../../src/realm/replication/mover.ts";
import { RealmObject } from "../../src/realm-object.ts";
import type { Person } from "./person.ts";
import { until } from "./until.ts";

const stubOf = (person: Person) => {
  const namespace = env.REALM;
  return namespace.get(namespace.idFromName(person.host.replace(/\.?localhost$/, "") || "."));
};

/**
 * Evicts an organization's object, as the platform does when it is idle. A planned shipment would delay the eviction
 * for up to a second, so the shipment is started at once.
 */
export async function evict(person: Person): Promise<void> {
  await inRealm(person, ({ shipper }) => {
    if (shipper.lag.failures === 0) shipper.caughtUp().catch(() => {});
  });
  await evictDurableObject(stubOf(person));
}

const WAYS_IN = ["call", "hold", "fetch", "alarm", "webSocketMessage", "webSocketClose"] as const;

/**
 * Evicts an organization's object, and returns the calls that reach it while `work` runs. Each of them would wake it.
 */
export async function callsDuring(person: Person, work: () => Promise<unknown>): Promise<string[]> {
  const { id } = await identityOf(person);
  await evict(person);
  const calls: string[] = [];
  const spies = WAYS_IN.map((name) => {
    const real: unknown = RealmObject.prototype[name];
    return vi.spyOn(RealmObject.prototype, name).mockImplementation(function (this: RealmObject, ...given: unknown[]) {
      if (this.realm?.id === id) calls.push(name);
      return Reflect.apply(real as (...given: unknown[]) => never, this, given);
    });
  });
  await work();
  for (const spy of spies) spy.mockRestore();
  return calls;
}

/** Stops an organization's clock, so that only `advanceClock` moves it, however long the test takes. */
export const stopClock = (person: Person) => person.ok(person.post("/testing/clock", { stop: true }));

/** Advances an organization's clock. The organization's alarm soon runs whatever has become due. */
export const advanceClock = (person: Person, ms: number) =>
  person.ok(person.post("/testing/clock", { advance_ms: ms }));

/**
 * While `work` runs, makes D1, or one of its databases, refuse requests, be slow, store data but report a failure
 * (`lie`), or accept no more rows.
 */
export async function withDatabase(
  person: Person,
  mode: "refuse" | "slow" | "lie" | "full",
  work: () => Promise<void>,
  only?: "DB" | "DB2",
): Promise<void> {
  await person.ok(person.post("/testing/database", { mode, ...(only && { only }) }));
  try {
    await work();
  } finally {
    await person.ok(person.post("/testing/database", { mode: "none" }));
  }
}

/** Waits until everything has been shipped to D1, as a reader does. */
export const untilShipped = (person: Person) =>
  until(async () => {
    const isWaiting = await inRealm(person, async ({ shipper }) => {
      await shipper.caughtUp().catch(() => {});
      return shipper.lag.waiting;
    });
    if (isWaiting) throw new Error("not everything is shipped");
  });

/** Waits until some tables of an organization, such as its outbox, are empty. */
export const untilEmpty = (person: Person, ...tables: readonly string[]): Promise<void> =>
  until(async () => {
    const left = await inRealm(person, ({ sql }) =>
      tables.filter((table) => sql.exec(`SELECT 1 FROM ${table} LIMIT 1`).toArray().length > 0),
    );
    if (left.length > 0) throw new Error(`not empty: ${left.join(", ")}`);
  });

export const inRealm = <T>(person: Person, look: (realm: Realm) => T | Promise<T>): Promise<T> =>
  runInDurableObject(stubOf(person), (object) => look((object as unknown as { realm: Realm }).realm));

/** Returns the number of polls that wait on a socket. */
export const waitingPolls = (person: Person): Promise<number> =>
  runInDurableObject(
    stubOf(person),
    (_, state) => state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length,
  );

/** Returns the state that the sockets of an organization's streams keep when the object is evicted. */
export const keptByStreams = (person: Person): Promise<{ sent: number; acknowledged: number }[]> =>
  runInDurableObject(stubOf(person), (_, state) =>
    state.getWebSockets("stream").map((socket) => socket.deserializeAttachment()),
  );

/** Returns the id of the last acknowledged event of an organization's only queue. */
export const acknowledgedIn = (person: Person): Promise<number | undefined> =>
  inRealm(person, ({ queues }) => [...queues.all()][0]?.acknowledged);

/**
 * Evicts the object, and makes it look as if each stream's client had last sent something `ms` milliseconds earlier.
 */
export const letStreamsAge = (person: Person, ms: number): Promise<void> =>
  resumeWith(person, (kept) => ({ ...kept, heard: kept.heard - ms }));

/** Evicts the object, which loses all its streams when it is loaded again. */
export const loseStreams = (person: Person): Promise<void> => resumeWith(person, () => ({}));

async function resumeWith(person: Person, change: (kept: { heard: number }) => object): Promise<void> {
  // Evicted first, so that the object stores its own state before this change.
  await evict(person);
  await runInDurableObject(stubOf(person), (_, state) => {
    for (const socket of state.getWebSockets("stream"))
      socket.serializeAttachment(change(socket.deserializeAttachment()));
  });
  await evict(person);
}

export const identityOf = (person: Person) => inRealm(person, ({ identity }) => ({ ...identity }));

/** Returns all rows of all tables of an organization's own database. */
export const tablesOf = (person: Person): Promise<Record<string, unknown[]>> =>
  inRealm(person, ({ sql }) => {
    const names = sql.exec(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
    );
    return Object.fromEntries(
      [...names.toArray()].map(({ name }) => [String(name), sql.exec(`SELECT * FROM ${name}`).toArray()]),
    );
  });

const DAY_MS = 86_400_000;

/** Advances the clock to ten o'clock the next day, and waits until the midnight work is done. */
export async function tomorrowAtTen(person: Person): Promise<void> {
  const { now } = await advanceClock(person, 0);
  await passTime(person, DAY_MS - (now % DAY_MS) + 10 * 3_600_000);
}

/** Advances an organization's clock, and waits until everything due by then is done. */
export async function passTime(person: Person, ms: number): Promise<void> {
  const { now } = await advanceClock(person, ms);
  const isDue = () =>
    inRealm(person, ({ sql }) => sql.exec("SELECT 1 FROM timers WHERE due_at <= ?1", now).toArray().length > 0);
  await expect.poll(isDue).toBe(false);
}

/** Runs a statement in an organization's own database, to create what an earlier program may have left. */
export const executeSql = (person: Person, statement: string, ...values: (string | number)[]): Promise<void> =>
  inRealm(person, ({ sql }) => void sql.exec(statement, ...values));

/** Makes a change that no endpoint makes. */
export const changeRealm = (person: Person, work: (realm: Realm) => void): Promise<void> =>
  inRealm(person, (realm) => realm.change(() => work(realm)));

/** Starts moving an organization to another database. Only `moveOn` performs its steps. */
export const beginMove = (person: Person, database: "DB" | "DB2"): Promise<void> =>
  changeRealm(person, ({ mover, timers }) => {
    mover.begin(database);
    timers.clear(mover.timer);
  });

/** Performs the next step of a move. Returns its progress, or undefined after the last step. */
export const moveOn = (person: Person): Promise<MoveProgress | undefined> =>
  inRealm(person, async ({ mover }) => {
    await mover.step();
    return mover.progress;
  });

export async function countInBulk(
  table: "reactions" | "submessages",
  person: Person,
  message: number,
): Promise<number> {
  const { id } = await identityOf(person);
  const query = env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE realm = ?1 AND message_id = ?2`);
  return (await query.bind(id, message).first<number>("count")) ?? 0;
}

/** Changes the Worker's bindings while `work` runs. Objects in memory keep the configuration they read. */
export async function withEnv(changes: Record<string, unknown>, work: () => Promise<void>): Promise<void> {
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

/** Changes the configuration of one organization while `work` runs. */
export async function withConfig(person: Person, changes: Partial<Config>, work: () => Promise<void>): Promise<void> {
  const configure = (wanted: Partial<Config>) =>
    runInDurableObject(stubOf(person), (object: unknown) => {
      const { realm } = object as RealmObject;
      if (realm === undefined) throw new Error(`no organization at ${person.host}`);
      const before = { ...realm.config };
      Object.assign(realm.config, wanted);
      return before;
    });
  const before = await configure(changes);
  try {
    await work();
  } finally {
    await configure(before);
  }
}

type InObject = (look: (object: { readonly sql: unknown }) => unknown) => Promise<unknown>;

/**
 * Returns the number of rows that an object's database reads and writes while `work` runs. An eviction resets the
 * count.
 */
export async function rowsDuring(inObject: InObject, work: () => Promise<unknown>) {
  const prototype = (await inObject(({ sql }) => Object.getPrototypeOf(sql))) as SqlStorage;
  const { exec } = prototype;
  const ran: {
    readonly of: SqlStorage;
    readonly cursor: { readonly rowsRead: number; readonly rowsWritten: number };
  }[] = [];
  prototype.exec = function (this: SqlStorage, ...args: Parameters<typeof exec>) {
    const cursor = Reflect.apply(exec, this, args);
    ran.push({ of: this, cursor });
    return cursor;
  } as typeof exec;
  try {
    await work();
  } finally {
    prototype.exec = exec;
  }
  // Other objects in the isolate may be working at the same time.
  const own = await inObject(({ sql }) => sql);
  const counted = { read: 0, written: 0 };
  for (const { cursor } of ran.filter(({ of }) => Object.is(of, own))) {
    counted.read += cursor.rowsRead;
    counted.written += cursor.rowsWritten;
  }
  return counted;
}

/**
 * Returns the number of rows that an organization's database reads while `work` runs, without those for shipping
 * earlier changes.
 */
export async function rowsReadDuring(person: Person, work: () => Promise<unknown>): Promise<number> {
  await untilShipped(person);
  const { read } = await rowsDuring((look) => inRealm(person, look), work);
  if (read === 0) throw new Error("the organization's database was not asked");
  return read;
}
