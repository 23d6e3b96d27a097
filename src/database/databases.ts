import type { Env } from "../config/env.ts";
import { SUBDOMAIN } from "../config/host.ts";
import { OWNER_OF_NUMBER } from "./shipped-state.ts";

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

/** The bound databases, starting with FIRST_DATABASE. */
export const databasesOf = (env: Env): BulkDatabase[] =>
  Object.keys(env)
    .filter(isName)
    .sort((a, b) => numberOf(a) - numberOf(b))
    .flatMap((name) => {
      const database = env[name];
      return database === undefined ? [] : [{ name, database }];
    });

/** Returns the database with the given name. If it isn't bound, returns one that fails as if unreachable. */
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

/** Returns the subdomain of the organization with the given number, or undefined if the number isn't in use. */
export async function subdomainOfNumber(
  databases: readonly BulkDatabase[],
  number: number,
): Promise<string | undefined> {
  const rows = await Promise.all(
    databases.map(({ database }) => database.prepare(OWNER_OF_NUMBER).bind(number).first<string>("subdomain")),
  );
  // A retired number has a name that isn't a valid subdomain.
  return rows.find((name) => name !== null && (name === "" || SUBDOMAIN.test(name))) ?? undefined;
}
