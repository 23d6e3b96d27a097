import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";

/**
 * How a store misbehaves, where a server was started with test hooks: it refuses, it answers slowly, or it does what it
 * is told and then says that it failed.
 */
type Fault = "none" | "refuse" | "slow" | "lie";

/**
 * Of D1 and of R2; of the values that D1 is given, which of them it does not take; and what organizations' own
 * databases say when they are written.
 */
export const faults: { database: Fault; files: Fault; disliked: string | null; own: string | null } = {
  database: "none",
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

/** R2, or an upload in parts to it, as tests have broken it. */
function faultyFiles<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        const call = async () => Reflect.apply(value, target, args) as unknown;
        const result = await misbehave(faults.files, call, (what) => `${String(name)}: Told ${what} (10001)`);
        return name === "createMultipartUpload" ? faultyFiles(result as R2MultipartUpload) : result;
      };
    },
  });
}

/** A deployment's bindings, with stores that tests may break where a server was started to be tested. */
export const withFaults = (env: Env, { testHooks }: Pick<Config, "testHooks">): Env =>
  testHooks ? { ...env, DB: faultyDatabase(env.DB), UPLOADS: faultyFiles(env.UPLOADS) } : env;

function faultyDatabase(database: D1Database): D1Database {
  const broken = <T>(work: () => Promise<T>) =>
    misbehave(faults.database, work, (what) => `D1_ERROR: the database was told ${what}`);
  const breakable = (statement: D1PreparedStatement, values: readonly unknown[] = []): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === "bind") return (...values: unknown[]) => breakable(target.bind(...values), values);
        if (name === "inner") return target;
        if (name === "values") return values;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => broken(async () => Reflect.apply(value, target, args) as unknown);
      },
    });
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "prepare") return (sql: string) => breakable(target.prepare(sql));
      if (name === "batch")
        return (statements: D1PreparedStatement[]) =>
          broken(async () => {
            // A statement may be one of those above, whose two further properties only their proxy knows.
            const seen = statements.map((one) => one as unknown as { inner?: D1PreparedStatement; values?: unknown[] });
            if (seen.some(({ values = [] }) => values.some(isDisliked)))
              throw new Error("D1_ERROR: told to dislike it");
            return target.batch(seen.map(({ inner }, index) => inner ?? (statements[index] as D1PreparedStatement)));
          });
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** An organization's own database, which tests may have fail whatever is written. */
export function faultyStorage(storage: DurableObjectStorage, { testHooks }: Pick<Config, "testHooks">): OwnStorage {
  if (!testHooks) return storage;
  const written = () => Number(storage.sql.exec("SELECT total_changes() AS total").one().total);
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

/** What is written to it, but by single statements. */
export interface OwnStorage {
  transactionSync<T>(work: () => T): T;
  put(key: string, value: Uint8Array): Promise<void>;
  delete(key: string): Promise<boolean>;
  sync(): Promise<void>;
}

const isDisliked = (value: unknown): boolean =>
  faults.disliked !== null && typeof value === "string" && value.includes(faults.disliked);
