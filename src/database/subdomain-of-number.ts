import { SUBDOMAIN } from "../config/host.ts";
import { OWNER_OF_NUMBER } from "./arrival.ts";
import type { BulkDatabase } from "./databases.ts";

/** The subdomain of the organization that has a number; undefined where none has it, or no longer. */
export async function subdomainOfNumber(
  databases: readonly BulkDatabase[],
  number: number,
): Promise<string | undefined> {
  const rows = await Promise.all(
    databases.map(({ database }) => database.prepare(OWNER_OF_NUMBER).bind(number).first<string>("subdomain")),
  );
  // A number that is out of use has a name that is no valid one.
  return rows.find((name) => name !== null && (name === "" || SUBDOMAIN.test(name))) ?? undefined;
}
