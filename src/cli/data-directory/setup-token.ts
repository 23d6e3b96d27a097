import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readIfThere, writeDurable } from "../os/durable.ts";

/**
 * Returns the token that identifies the administrator to the server. It is stored in the data directory for the
 * directory's owner and for commands on this machine.
 *
 * @param given the token set in the environment, if any
 */
export function setupToken(data: string, given?: string) {
  const file = join(data, "setup-token");
  const known = readIfThere(file)?.trim();
  if (known && (!given || given === known)) return known;
  const token = given || randomBytes(24).toString("base64url");
  writeDurable(file, `${token}\n`);
  return token;
}
