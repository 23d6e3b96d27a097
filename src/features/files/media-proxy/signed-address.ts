import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { storedSecret } from "../../../realm/stored-secret.ts";
import { isSameSecret } from "../../../util/is-same.ts";

export const schema = [
  `-- Signs the URLs of other sites' images and videos.
   CREATE TABLE external_content_secret (secret TEXT NOT NULL) STRICT;`,
];

/**
 * Returns this server's URL for a picture or video of another site, so that the site can't see who reads the message.
 * The URL is signed, so the server only fetches what messages show. Returns undefined if `url` is too long.
 */
export function externalAddress(realm: Realm, url: string): string | undefined {
  if (url.length > limits.text.url) return undefined;
  return `/external_content/${signature(realm, url)}/${Buffer.from(url).toString("hex")}`;
}

/** Whether this organization signed the URL that a digest belongs to. */
export function isSigned(realm: Realm, digest: string, url: string): boolean {
  return isSameSecret(digest, signature(realm, url));
}

const signature = (realm: Realm, url: string): string =>
  createHmac("sha256", secret(realm)).update(url).digest("hex").slice(0, 40);

const secret = storedSecret("external_content_secret");
