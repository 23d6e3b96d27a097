import { badRequest } from "../../../../protocol/errors.ts";
import type { Program } from "./open-program.ts";

const underWay = new Set<number>();

/**
 * Runs a script that is being tested or saved. Each organization can have one of these runs at a time, outside the
 * limits of its bots.
 */
export async function attempted<T>({ organization }: Program, work: () => Promise<T>): Promise<T> {
  if (underWay.has(organization))
    throw badRequest("Another program is being tried or saved: try again in some seconds.");
  underWay.add(organization);
  try {
    return await work();
  } finally {
    underWay.delete(organization);
  }
}
