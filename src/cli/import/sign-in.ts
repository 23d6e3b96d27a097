import { readFileSync } from "node:fs";
import { parseZuliprc } from "../data-directory/zuliprc.ts";
import { Failure } from "../os/failure.ts";
import { Site } from "./site.ts";

interface Who {
  readonly zuliprc?: string | undefined;
  readonly site?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly "api-key"?: string | undefined;
}

/** Connects to the organization with the account the options name. */
export async function signIn(options: Who): Promise<Site> {
  const file = options.zuliprc === undefined ? {} : parseZuliprc(readFileSync(options.zuliprc, "utf8"));
  const address = options.site ?? file.site;
  const email = options.email ?? file.email;
  if (!address || !email) throw new Failure("--zuliprc, or --site and --email, say where to; --help says more", 2);
  const origin = URL.parse(/^https?:/.test(address) ? address : `https://${address}`);
  if (origin === null) throw new Failure(`--site takes an address, not "${address}"`, 2);
  const key = options["api-key"] ?? file.key ?? process.env["PARLEY_API_KEY"];
  if (key) return new Site(origin, `${email}:${key}`);
  const password = options.password ?? process.env["PARLEY_PASSWORD"];
  if (!password) throw new Failure("a password or an API key is needed; --help says more", 2);
  const answer = await new Site(origin).post("/fetch_api_key", { username: email, password });
  return new Site(origin, `${email}:${String(answer["api_key"])}`);
}
