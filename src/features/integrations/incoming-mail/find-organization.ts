import type { Env } from "../../../config/env.ts";
import { databasesOf } from "../../../database/databases.ts";
import { subdomainOfNumber } from "../../../database/subdomain-of-number.ts";
import { fromBase32 } from "./base32.ts";
import { CHANNEL_TOKEN_BYTES, type MailAddress } from "./mail-address.ts";
import { realmOfReplyToken } from "./reply-tokens.ts";

/** Subdomains by the organizations' numbers, which never change. */
const known = new Map<number, string>();
const MOST_KNOWN = 1000;

/** The subdomain of the organization that an address is of; undefined where there is none. */
export async function organizationOf(env: Env, address: MailAddress): Promise<string | undefined> {
  const number = numberIn(address);
  if (number === undefined || number < 1) return undefined;
  const found = known.get(number) ?? (await subdomainOfNumber(databasesOf(env), number));
  if (found === undefined) return undefined;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(number, found);
  return found;
}

function numberIn({ kind, token }: MailAddress): number | undefined {
  if (kind === "reply") return realmOfReplyToken(token);
  const bytes = fromBase32(token);
  return bytes && Buffer.from(bytes).readUIntBE(0, CHANNEL_TOKEN_BYTES.realm);
}
