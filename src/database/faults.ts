import type { Config } from "../config.ts";
import type { Env } from "../env.ts";

/**
 * How a store misbehaves, where a server was started with test hooks: it refuses, it answers slowly, or it does what it
 * is told and then says that it failed.
 */
type Fault = "none" | "refuse" | "slow" | "lie";

/** Of D1 and of R2. */
export const faults: { database: Fault; files: Fault } = { database: "none", files: "none" };

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

/** A deployment's bindings; its files where tests may break them. */
export const faultyEnv = (env: Env, { testHooks }: Pick<Config, "testHooks">): Env =>
  testHooks ? { ...env, UPLOADS: faultyFiles(env.UPLOADS) } : env;

/** D1 as it is; or, where tests may break it, as they have broken it. */
export function faultyDatabase(database: D1Database, { testHooks }: Pick<Config, "testHooks">): D1Database {
  if (!testHooks) return database;
  const broken = <T>(work: () => Promise<T>) =>
    misbehave(faults.database, work, (what) => `D1_ERROR: the database was told ${what}`);
  const breakable = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === "bind") return (...values: unknown[]) => breakable(target.bind(...values));
        if (name === "inner") return target;
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
          broken(() =>
            target.batch(statements.map((s) => (s as unknown as { inner?: D1PreparedStatement }).inner ?? s)),
          );
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
