import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { limits } from "../../../protocol/limit-table.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { storedSecret } from "../../../realm/stored-secret.ts";
import { isSame } from "../../../util/is-same.ts";
import { readSecret, writeSecret } from "./rows.ts";

const secretKey = cacheKey<string>("external content secret");

/**
 * The address at this server by which readers get a picture or film of another site, so that the site does not learn who
 * reads it. It is signed: the server fetches nothing but what a message shows. Undefined for addresses that are too long.
 */
export function externalAddress(realm: Realm, url: string): string | undefined {
  if (url.length > limits.text.url) return undefined;
  return `/external_content/${signature(realm, url)}/${Buffer.from(url).toString("hex")}`;
}

/** Whether a digest is that of an address which this organization has signed. */
export function isSigned(realm: Realm, digest: string, url: string): boolean {
  return isSame(digest, signature(realm, url));
}

const signature = (realm: Realm, url: string): string =>
  createHmac("sha256", secret(realm)).update(url).digest("hex").slice(0, 40);

const secret = (realm: Realm): string => storedSecret(realm, secretKey, { read: readSecret, write: writeSecret });
