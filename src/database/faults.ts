import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import { databasesOf } from "./databases.ts";

/**
 * How a store misbehaves in tests: it refuses calls, responds slowly, does the work but reports a failure, or accepts
 * no more rows.
 */
type Fault = "none" | "refuse" | "slow" | "lie" | "full";

/**
 * Faults set by tests, for D1 or one of its databases (`only`), and for R2. D1 refuses bound values that contain the
 * text `disliked`. `own` is the error of refused writes to organizations' own databases.
 */
export const faults: {
  database: Fault;
  only: string | null;
  files: Fault;
  disliked: string | null;
  own: string | null;
} = {
  database: "none",
  only: null,
  files: "none",
  disliked: null,
  own: null,
};

const SLOW_MS = 200;

async function misbehave<T>(fault: Fault, work: () => Promise<T>, error: (what: string) => string): Promise<T> {
  if (fault === "refuse") throw new Error(error("to refuse"));
  if (fault === "slow") await scheduler.wait(SLOW_MS);
  const result = await work();
  if (fault === "lie") throw new Error(error("to lie"));
  return result;
}

/** Wraps R2, or a multipart upload to it, with the faults set by tests. */
function faultyFiles<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      // This method returns no promise, because it doesn't make a request yet.
      if (name === "resumeMultipartUpload")
        return (...args: unknown[]) => faultyFiles(Reflect.apply(value, target, args) as R2MultipartUpload);
      return async (...args: unknown[]) => {
        const call = async (): Promise<unknown> => Reflect.apply(value, target, args);
        const result = await misbehave(faults.files, call, (what) => `${String(name)}: Told ${what} (10001)`);
        return name === "createMultipartUpload" ? faultyFiles(result as R2MultipartUpload) : result;
      };
    },
  });
}

/** Returns a deployment's bindings. With test hooks, their stores have the faults set by tests. */
export const withFaults = (env: Env, { testHooks }: Pick<Config, "testHooks">): Env =>
  testHooks
    ? {
        ...env,
        ...Object.fromEntries(databasesOf(env).map(({ name, database }) => [name, faultyDatabase(database, name)])),
        UPLOADS: faultyFiles(env.UPLOADS),
      }
    : env;

interface Breakable {
  readonly inner: D1PreparedStatement;
  readonly sql: string;
  readonly values: readonly unknown[];
}

const breakables = new WeakMap<D1PreparedStatement, Breakable>();

/** Statements that need free space. Updates in place are assumed to need none. */
const NEEDS_ROOM = /^\s*INSERT\b/i;

const faultyDatabase = (database: D1Database, name: string): D1Database =>
  faultyStore(database, name, { withSession: (from?: string) => faultyStore(database.withSession(from), name) });

/** Wraps a database or session with the faults set by tests. `others` overrides its other properties. */
function faultyStore<Store extends Pick<D1Database, "prepare" | "batch">>(
  store: Store,
  name: string,
  others: Readonly<Record<string | symbol, unknown>> = {},
): Store {
  const broken = async <T>(statements: readonly string[], work: () => Promise<T>) => {
    const fault = faults.only === null || faults.only === name ? faults.database : "none";
    if (fault === "full" && statements.some((sql) => NEEDS_ROOM.test(sql)))
      throw new Error("D1_ERROR: Exceeded maximum DB size.");
    return misbehave(fault, work, (what) => `D1_ERROR: the database was told ${what}`);
  };
  const breakable = (inner: D1PreparedStatement, sql: string, values: readonly unknown[] = []): D1PreparedStatement => {
    const proxy = new Proxy(inner, {
      get(_, property) {
        const value: unknown = Reflect.get(inner, property);
        if (property === "bind") return (...values: unknown[]) => breakable(inner.bind(...values), sql, values);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => broken<unknown>([sql], async () => Reflect.apply(value, inner, args));
      },
    });
    breakables.set(proxy, { inner, sql, values });
    return proxy;
  };
  return new Proxy(store, {
    get(_, property) {
      if (Object.hasOwn(others, property)) return others[property];
      const value: unknown = Reflect.get(store, property);
      if (property === "prepare") return (sql: string) => breakable(store.prepare(sql), sql);
      if (property === "batch")
        return (statements: D1PreparedStatement[]) => {
          const known = statements.map((one) => breakables.get(one) ?? { inner: one, sql: "", values: [] });
          return broken(
            known.map(({ sql }) => sql),
            async () => {
              if (known.some(({ values }) => values.some(isDisliked))) throw new Error("D1_ERROR: told to dislike it");
              return store.batch(known.map(({ inner }) => inner));
            },
          );
        };
      return typeof value === "function" ? value.bind(store) : value;
    },
  });
}

/** Returns an organization's own storage. With test hooks, tests can make its writes fail. */
export function faultyStorage(storage: DurableObjectStorage, { testHooks }: Pick<Config, "testHooks">): OwnStorage {
  if (!testHooks) return storage;
  const written = () => Number(storage.sql.exec("SELECT total_changes() AS total").one()["total"]);
  const fail = () => {
    if (faults.own !== null) throw new Error(faults.own);
  };
  return {
    transactionSync: (work) =>
      storage.transactionSync(() => {
        const before = written();
        const result = work();
        if (written() !== before) fail();
        return result;
      }),
    put: async (key, value) => {
      fail();
      await storage.put(key, value);
    },
    delete: (key) => storage.delete(key),
    sync: () => storage.sync(),
  };
}

/** Methods that write to a Durable Object's storage, other than by running single statements. */
export interface OwnStorage {
  transactionSync<T>(work: () => T): T;
  put(key: string, value: Uint8Array): Promise<void>;
  delete(key: string): Promise<boolean>;
  sync(): Promise<void>;
}

const isDisliked = (value: unknown): boolean =>
  faults.disliked !== null && typeof value === "string" && value.includes(faults.disliked);
