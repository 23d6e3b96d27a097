import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { apiDifferences, appDifferences, serverDifferences } from "./upstream/differences.mjs";
import {
  isGozulipbot,
  isPythonZulipApi,
  isZulipJs,
  readGozulipbot,
  readPythonZulipApi,
  readZulipJs,
} from "./upstream/libraries.mjs";
import { isZulipDesktop, isZulipWeb, readZulipDesktop, readZulipWeb } from "./upstream/zod.mjs";
import { isZulipApi, readZulipApi } from "./upstream/zulip-api.mjs";
import { isZulipFlutter, readZulipFlutter } from "./upstream/zulip-flutter.mjs";
import { isZulipServer, readZulipServer } from "./upstream/zulip-server.mjs";
import { isZulipTerminal, readZulipTerminal } from "./upstream/zulip-terminal.mjs";

// Reports how Zulip's programs, read from checkouts, and the description of Zulip's API (zerver/openapi/zulip.yaml)
// differ from the tables in test/clients. Exits with status 1 if there is a difference. With --write, writes the tables
// instead. Downloads nothing.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, source: { type: "string" }, tables: { type: "string" } },
});
const folder = values.tables ?? join(dirname(fileURLToPath(import.meta.url)), "../test/clients");
if (positionals.length === 0) {
  console.error("Usage: npm run upstream -- [--write [--source TEXT]] CHECKOUT|DESCRIPTION.yaml...");
  process.exit(2);
}

const APPS = /** @type {const} */ ([
  [isZulipFlutter, readZulipFlutter],
  [isZulipTerminal, readZulipTerminal],
  [isZulipWeb, readZulipWeb],
  [isZulipDesktop, readZulipDesktop],
  [isPythonZulipApi, readPythonZulipApi],
  [isZulipJs, readZulipJs],
  [isGozulipbot, readGozulipbot],
]);

/** @param {string} checkout */
async function read(checkout) {
  const readApp = APPS.find(([isThis]) => isThis(checkout))?.[1];
  if (readApp !== undefined) {
    const after = withSource(readApp(checkout));
    return { after, tell: () => appDifferences(table(after.client), after) };
  }
  if (isZulipApi(checkout)) {
    const after = withSource(await readZulipApi(checkout));
    return { after, tell: () => apiDifferences(table(after.client), after) };
  }
  if (isZulipServer(checkout)) {
    const { levels, ...after } = readZulipServer(checkout);
    return { after, tell: () => serverDifferences(table(after.client), { ...after, levels }) };
  }
  console.error(
    `${checkout} is neither a checkout of zulip or one of its clients, zulip's folder web, nor a description of its API.`,
  );
  process.exit(2);
}

/** @template {{ client: string }} Facts @param {Facts} facts @returns {Facts} */
const withSource = ({ client, ...facts }) =>
  /** @type {Facts} */ ({ client, ...(values.source === undefined ? {} : { source: values.source }), ...facts });

const pathOf = (/** @type {string} */ client) => join(folder, `${client}.json`);

/** @param {string} client */
function table(client) {
  if (existsSync(pathOf(client))) return JSON.parse(readFileSync(pathOf(client), "utf8"));
  console.error(`${pathOf(client)} does not exist. Write it with --write.`);
  process.exit(2);
}

for (const checkout of positionals) {
  const { after, tell } = await read(checkout);
  if (values.write === true) {
    writeFileSync(pathOf(after.client), `${JSON.stringify(after, null, 2)}\n`);
    continue;
  }
  const told = tell();
  if (told.length > 0) process.exitCode = 1;
  console.log(
    [`## ${after.client}`, "", ...(told.length === 0 ? ["Nothing changed."] : told.map((one) => `- ${one}`)), ""].join(
      "\n",
    ),
  );
}
