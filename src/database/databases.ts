import type { Env } from "../config/env.ts";

/** The name of a binding of a D1 database: the first is DB, others are DB2, DB3 and so on. */
export type DatabaseName = `DB${number | ""}`;

/** The database of organizations whose placement is not stored: they are older than further databases. */
export const FIRST_DATABASE = "DB" satisfies DatabaseName;

const BINDING_NAME = /^DB(?:[2-9]|[1-9]\d+)?$/;
const isName = (name: string): name is DatabaseName => BINDING_NAME.test(name);
const numberOf = (name: string) => Number(name.slice(FIRST_DATABASE.length) || 1);

/** A D1 database of the deployment. */
export interface BulkDatabase {
  readonly name: DatabaseName;
  readonly database: D1Database;
}

/** The D1 databases that are bound, the first one first. */
export const databasesOf = (env: Env): BulkDatabase[] =>
  Object.keys(env)
    .filter(isName)
    .sort((a, b) => numberOf(a) - numberOf(b))
    .flatMap((name) => {
      const database = env[name];
      return database === undefined ? [] : [{ name, database }];
    });

/** The database of that name; where it is not bound, one that fails like one that cannot be reached. */
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
