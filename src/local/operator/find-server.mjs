import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../system/failure.mjs";
import { readPrivate } from "../system/private-file.mjs";
import { Operator } from "./operator.mjs";

/** The options by which the commands of whoever runs a server name it, and one of its organizations. */
export const serverOptions = /** @type {const} */ ({
  data: { type: "string", default: ".data" },
  site: { type: "string" },
  "setup-token": { type: "string" },
  organization: { type: "string", default: "" },
});

/** What --help says of them. */
export const serverHelp = `\
  --organization SUBDOMAIN  which organization; without it the one without a subdomain
  --data DIRECTORY          of the server that runs on this machine (default .data)
  --site URL                of a server elsewhere, with
  --setup-token TOKEN       its setup token (or SETUP_TOKEN in the environment)`;

/**
 * Whoever runs the server that the options name: the one that runs here with a data directory, or one elsewhere.
 *
 * @param {{ data: string, site?: string | undefined, "setup-token"?: string | undefined, organization: string }} options
 */
export function findServer({ data, site, "setup-token": given, organization }) {
  const token = given ?? process.env["SETUP_TOKEN"] ?? process.env["PARLEY_SETUP_TOKEN"];
  return new Operator(site === undefined ? runningOn(data, token) : at(site, token), organization);
}

/** @param {string} data @param {string | undefined} token @returns {import("./operator.mjs").Server} */
function runningOn(data, token) {
  const note = join(data, "run", "server.json");
  /** @type {{ url?: string, address?: string }} */
  const { url, address } = existsSync(note) ? JSON.parse(readFileSync(note, "utf8")) : {};
  if (!url || !address) throw new Failure(`no server runs with ${data}; start it, or say --data or --site`);
  const known = token ?? readPrivate(join(data, "setup-token"))?.trim();
  return { address: new URL(address), host: new URL(url).host, token: known };
}

/** @param {string} site @param {string | undefined} token @returns {import("./operator.mjs").Server} */
function at(site, token) {
  const address = URL.parse(site);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new Failure(`--site takes an address such as https://chat.example.org, not "${site}"`, 2);
  }
  return { address, host: address.host, token };
}
