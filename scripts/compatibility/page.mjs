import { failing as known } from "./clients.mjs";

/**
 * @typedef {{
 *   client: string,
 *   how: string,
 *   version: string,
 *   passed: number,
 *   failed: number,
 *   skipped: number,
 *   failing: readonly string[],
 * }} ClientResult
 */

const HEAD = `# Compatibility

For people who ask whether their client works: what tests run or play, made by \`npm run compatibility\`.

Parley announces feature level 500 (Zulip 12). A new level is served within 30 days of the release that has it. What
newer levels add is often there before; what they take away waits until they are announced.

| client | version | how | passed | failed | skipped |
|---|---|---|---|---|---|
`;

const removed = Object.entries(known["zulip-web"]).map(([level, what]) => `- ${level}: ${what}\n`);

const TAIL = `
*Runs*: the program itself. *Decodes by its table*: answers and events are decoded as its sources do, from a table that
\`npm run upstream\` made of them (not all of one release), with what the version beside it adds. *Sends its requests*:
the requests of its sources, and the fields that it can't do without.

**Zulip's own web client** is built for the level of its server. Zulip 12's has not been run: of it, only the schema was
at hand. Those of Zulip 10 and 11 don't start, because later levels removed what they read:

${removed.join("")}`;

/** Returns the content of docs/compatibility.md. @param {readonly ClientResult[]} clients */
export function compatibilityPage(clients) {
  const rows = clients.map(
    ({ client, version, how, passed, failed, skipped }) =>
      `| ${client} | ${version} | ${how} | ${passed} | ${failed} | ${skipped} |\n`,
  );
  const failing = clients.flatMap(({ client, failing }) => failing.map((name) => `- ${client}: ${name}\n`));
  return `${HEAD}${rows.join("")}${failing.length === 0 ? "" : `\nFailing:\n\n${failing.join("")}`}${TAIL}`;
}
