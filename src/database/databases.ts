import type { Env } from "../config/env.ts";

/** Binding name of a D1 database: the first is DB, others are DB2, DB3 and so on. */
export type DatabaseName = `DB${number | ""}`;

/** Database of organizations without a stored placement, which predate the other databases. */
export const FIRST_DATABASE = "DB" satisfies DatabaseName;

const BINDING_NAME = /^DB(?:[2-9]|[1-9]\d+)?$/;
const isName = (name: string): name is DatabaseName => BINDING_NAME.test(name);
const numberOf = (name: string) => Number(name.slice(FIRST_DATABASE.length) || 1);

export interface BulkDatabase {
  readonly name: DatabaseName;
  readonly database: D1Database;
}

/** Returns the bound D1 databases, the first one first. */
export const databasesOf = (env: Env): BulkDatabase[] =>
  Object.keys(env)
    .filter(isName)
    .sort((a, b) => numberOf(a) - numberOf(b))
    .flatMap((name) => {
      const database = env[name];
      return database === undefined ? [] : [{ name, database }];
    });

/** Returns the database with that name. If it isn't bound, returns one that fails as if unreachable. */
export const databaseOf = (env: Env, name: string = FIRST_DATABASE): D1Database =>
  databasesOf(env).find((one) => one.name === name)?.database ?? absent(name);

function absent(name: string): D1Database {
  const fail = (): never => {
    throw new Error(`D1_ERROR: the database ${name} is not bound to the Worker`);
  };
  const failLater = async () => fail();
  const statement = new Proxy({} as D1PreparedStatement, {
    get: (_, property) => (property === "bind" ? () => statement : failLater),
  });
  const database: D1Database = new Proxy({} as D1Database, {
    get(_, property) {
      if (property === "withSession") return () => database;
      if (property === "getBookmark") return () => null;
      return property === "prepare" ? () => statement : failLater;
    },
  });
  return database;
}
