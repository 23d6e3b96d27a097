import type { Config } from "../config.ts";

/**
 * How D1 misbehaves, where a server was started with test hooks: it refuses, it answers slowly, or it does what it is
 * told and then says that it failed.
 */
export interface Faults {
  mode: "none" | "refuse" | "slow" | "lie";
}

export const faults: Faults = { mode: "none" };

const SLOW_MS = 200;

/** D1 as it is; or, where tests may break it, as they have broken it. */
export function faultyDatabase(database: D1Database, { testHooks }: Pick<Config, "testHooks">): D1Database {
  if (!testHooks) return database;
  const misbehave = async <T>(work: () => Promise<T>): Promise<T> => {
    const { mode } = faults;
    if (mode === "refuse") throw new Error("D1_ERROR: the database was told to refuse");
    if (mode === "slow") await scheduler.wait(SLOW_MS);
    const result = await work();
    if (mode === "lie") throw new Error("D1_ERROR: the database was told to lie");
    return result;
  };
  const breakable = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === "bind") return (...values: unknown[]) => breakable(target.bind(...values));
        if (name === "inner") return target;
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => misbehave(async () => Reflect.apply(value, target, args) as unknown);
      },
    });
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "prepare") return (sql: string) => breakable(target.prepare(sql));
      if (name === "batch")
        return (statements: D1PreparedStatement[]) =>
          misbehave(() =>
            target.batch(statements.map((s) => (s as unknown as { inner?: D1PreparedStatement }).inner ?? s)),
          );
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
