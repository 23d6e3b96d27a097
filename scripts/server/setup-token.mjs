import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readPrivate, writePrivate } from "./private-file.mjs";
import { isExposed } from "./site.mjs";

/**
 * The token that creating an organization takes where others than this machine's own users can connect; null where nobody
 * else can. It is kept in the data directory, where its owner can read it.
 *
 * @param {string} data
 * @param {Parameters<typeof isExposed>[0]} options
 */
export function setupToken(data, options) {
  if (!isExposed(options)) return null;
  const file = join(data, "setup-token");
  const known = readPrivate(file)?.trim();
  if (known) return known;
  const token = randomBytes(24).toString("base64url");
  writePrivate(file, `${token}\n`);
  return token;
}
