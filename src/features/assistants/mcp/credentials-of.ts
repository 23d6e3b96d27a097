import { readBareKey, readKey } from "../../../http/read-key.ts";
import type { Resource } from "../../../protocol/actor.ts";
import { notLoggedIn } from "../../../protocol/errors.ts";
import { type Credentials, hashAccessToken, type KeyCredentials } from "../../../rpc/credentials.ts";

/** Access token of a grant, recognized by its prefix. */
const TOKEN = /^pma_[A-Za-z0-9_-]{20,100}$/;

/**
 * Reads an assistant's credentials for a resource: the token of a grant for it, or a bot's API key. Cookies don't
 * count.
 */
export const credentialsFor =
  (resource: Resource) =>
  ({ headers }: Request): Credentials | null =>
    credentialsIn(headers, resource);

function credentialsIn(headers: Headers, resource: Resource): Credentials | null {
  const header = headers.get("authorization");
  if (header === null) return null;
  const [, bearer] = /^bearer\s+(\S+)\s*$/i.exec(header) ?? [];
  if (bearer === undefined) {
    if (/^basic\s/i.test(header)) return asAssistant(readKey(header));
    throw notLoggedIn();
  }
  if (TOKEN.test(bearer)) return { by: "grant", tokenHash: hashAccessToken(bearer, resource) };
  if (bearer.startsWith("pma_")) throw notLoggedIn();
  return asAssistant(readBareKey(bearer));
}

const asAssistant = (key: KeyCredentials | null): Credentials | null => key && { ...key, asksAsAssistant: true };
