import { SUBDOMAIN } from "../config/host.ts";
import type { BulkDatabase } from "./databases.ts";
import { OWNER_OF_NUMBER } from "./shipped-state.ts";

/** Returns the subdomain of the organization with a number, or undefined if the number isn't in use. */
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
