import { join } from "node:path";
import { readServerNote } from "../data-directory/server-note.ts";
import type { OptionValues } from "../os/command.ts";
import { readIfThere } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";
import { Operator, type Server } from "./operator.ts";

/** Options of operator commands that select the server and one of its organizations. */
export const serverOptions = {
  data: { type: "string", default: ".data" },
  site: { type: "string" },
  "setup-token": { type: "string" },
  organization: { type: "string", default: "" },
} as const;

export const serverHelp = `\
  --organization SUBDOMAIN  which organization; by default the one without a subdomain
  --data DIRECTORY          data directory of a server running on this machine (default .data)
  --site URL                URL of a server elsewhere, with
  --setup-token TOKEN       its setup token (or SETUP_TOKEN in the environment)`;

/** Finds the server that the options specify: a remote one, or one on this machine with a data directory. */
export function findServer({ data, site, "setup-token": given, organization }: OptionValues<typeof serverOptions>) {
  const token = given ?? process.env["SETUP_TOKEN"] ?? process.env["PARLEY_SETUP_TOKEN"];
  return new Operator(site === undefined ? runningOn(data, token) : at(site, token), organization);
}

function runningOn(data: string, token: string | undefined): Server {
  const { url, address } = readServerNote(data) ?? {};
  if (!url || !address) throw new Failure(`no server runs with ${data}; start it, or say --data or --site`);
  const known = token ?? readIfThere(join(data, "setup-token"))?.trim();
  return { address: new URL(address), host: new URL(url).host, token: known };
}

function at(site: string, token: string | undefined): Server {
  const address = URL.parse(site);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new Failure(`--site takes an address such as https://chat.example.org, not "${site}"`, 2);
  }
  return { address, host: address.host, token };
}

export function emailOf([email, ...others]: readonly string[]) {
  if (email === undefined || others.length > 0) throw new Failure("one EMAIL is needed; see --help", 2);
  return email;
}
