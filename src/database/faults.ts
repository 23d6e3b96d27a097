import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import { databasesOf } from "./databases.ts";

/**
 * How a store misbehaves in tests: it refuses, it answers slowly, it does its work and then reports a failure, or it
 * takes no more rows.
 */
type Fault = "none" | "refuse" | "slow" | "lie" | "full";

/**
 * The faults that tests have set: of D1, or one database of it (`only`), and of R2, a text in bound values that D1 refuses
 * (`disliked`), and the error message with which organizations' own databases refuse writes (`own`).
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

/** R2, or a multipart upload to it, with the faults that tests have set. */
function faultyFiles<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      // It asks nothing of the store yet, and returns no promise.
      if (name === "resumeMultipartUpload")
        return (...args: unknown[]) => faultyFiles(Reflect.apply(value, target, args) as R2MultipartUpload);
      return async (...args: unknown[]) => {
        const call = async () => Reflect.apply(value, target, args) as unknown;
        const result = await misbehave(faults.files, call, (what) => `${String(name)}: Told ${what} (10001)`);
        return name === "createMultipartUpload" ? faultyFiles(result as R2MultipartUpload) : result;
      };
    },
  });
}

/** A deployment's bindings; with test hooks, their stores have the faults that tests set. */
export const withFaults = (env: Env, { testHooks }: Pick<Config, "testHooks">): Env =>
  testHooks
    ? {
        ...env,
        ...Object.fromEntries(databasesOf(env).map(({ name, database }) => [name, faultyDatabase(database, name)])),
        UPLOADS: faultyFiles(env.UPLOADS),
      }
    : env;

/** What a statement's proxy tells of it. */
interface Breakable {
  readonly inner: D1PreparedStatement;
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** What needs room. An update in place may need none. */
const NEEDS_ROOM = /^\s*INSERT\b/i;

function faultyDatabase(database: D1Database, databaseName: string): D1Database {
  const broken = async <T>(statements: readonly string[], work: () => Promise<T>) => {
    const fault = faults.only === null || faults.only === databaseName ? faults.database : "none";
    if (fault === "full" && statements.some((sql) => NEEDS_ROOM.test(sql)))
      throw new Error("D1_ERROR: Exceeded maximum DB size.");
    return misbehave(fault, work, (what) => `D1_ERROR: the database was told ${what}`);
  };
  const breakable = (
    statement: D1PreparedStatement,
    sql: string,
    values: readonly unknown[] = [],
  ): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === "bind") return (...values: unknown[]) => breakable(target.bind(...values), sql, values);
        if (name === "sql") return sql;
        if (name === "inner") return target;
        if (name === "values") return values;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => broken([sql], async () => Reflect.apply(value, target, args) as unknown);
      },
    });
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "withSession")
        return (from?: string) => faultyDatabase(target.withSession(from) as unknown as D1Database, databaseName);
      if (name === "prepare") return (sql: string) => breakable(target.prepare(sql), sql);
      if (name === "batch")
        return (statements: D1PreparedStatement[]) => {
          // A statement may be one of those above, whose further properties only their proxy knows.
          const seen = statements.map((one) => one as unknown as Partial<Breakable>);
          return broken(
            seen.map(({ sql = "" }) => sql),
            async () => {
              if (seen.some(({ values = [] }) => values.some(isDisliked)))
                throw new Error("D1_ERROR: told to dislike it");
              return target.batch(seen.map(({ inner }, index) => inner ?? (statements[index] as D1PreparedStatement)));
            },
          );
        };
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** An organization's own storage; with test hooks, tests can make its writes fail. */
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

/** The parts of a Durable Object's storage that write, besides single statements. */
export interface OwnStorage {
  transactionSync<T>(work: () => T): T;
  put(key: string, value: Uint8Array): Promise<void>;
  delete(key: string): Promise<boolean>;
  sync(): Promise<void>;
}

const isDisliked = (value: unknown): boolean =>
  faults.disliked !== null && typeof value === "string" && value.includes(faults.disliked);
