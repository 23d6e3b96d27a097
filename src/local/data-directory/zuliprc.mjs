import { readPrivate, writePrivate } from "../system/private-file.mjs";

/** @typedef {{ email: string, key: string, site: string }} Credentials */

/** @param {string} file @returns {Credentials | null} */
export function readZuliprc(file) {
  const text = readPrivate(file);
  if (text === null) return null;
  const field = (/** @type {string} */ name) => new RegExp(`^${name}\\s*=\\s*(\\S+)`, "m").exec(text)?.[1];
  const [email, key, site] = [field("email"), field("key"), field("site")];
  return email && key && site ? { email, key, site } : null;
}

/** @param {string} file @param {Credentials} credentials */
export function writeZuliprc(file, { email, key, site }) {
  writePrivate(file, `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`);
}
