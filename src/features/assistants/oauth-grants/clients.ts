import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { ApiError } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { signed, verified } from "../../email/signed-token.ts";
import { mayRedirectTo } from "./redirects.ts";

export interface Client {
  readonly id: string;
  readonly name: string;
  /** Host of the id's URL, whose owner is responsible for the name. Null for a client that registered itself here. */
  readonly host: string | null;
  readonly redirects: readonly string[];
  /** Whether the client always wants refresh tokens, without requesting them each time. */
  readonly refreshes: boolean;
}

const MAX_NAME_LENGTH = 60;
const MAX_REDIRECTS = 10;
const PREFIX = "pmc_";
const PURPOSE = "assistant client";
const NONCE_LENGTH = 12;
const MAX_ID_LENGTH = 1800;

/** Metadata a client provides about itself: in its own document (CIMD), or to register (RFC 7591). */
export const metadataSchema = v.object({
  client_id: v.optional(v.string()),
  client_name: v.optional(v.string()),
  redirect_uris: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_REDIRECTS)),
  grant_types: v.optional(v.array(v.string())),
  response_types: v.optional(v.array(v.string())),
  token_endpoint_auth_method: v.optional(v.string()),
});
type Metadata = v.InferOutput<typeof metadataSchema>;

export const oauthError = (error: string, msg: string, status = 400) =>
  new ApiError({ code: "BAD_REQUEST", msg, status, extra: { error } });

/** Removes control, bidirectional and invisible characters, which could disguise a name. */
export const cleanedName = (name: string, longest: number = MAX_NAME_LENGTH): string =>
  [
    ...name
      .normalize("NFC")
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ]
    .slice(0, longest)
    .join("")
    .trim();

/** Converts metadata to a client. Throws if this server doesn't support the client. */
export function clientOf(
  { client_name, redirect_uris, ...metadata }: Metadata,
  id: string,
  host: string | null,
): Client {
  if (!redirect_uris.every(mayRedirectTo)) throw oauthError("invalid_redirect_uri", "A redirect_uri is not allowed.");
  const method = metadata.token_endpoint_auth_method ?? "none";
  if (host === null && method !== "none" && method !== "client_secret_basic" && method !== "client_secret_post")
    throw oauthError("invalid_client_metadata", "This server takes public clients alone.");
  const name = cleanedName(client_name ?? "") || host;
  if (name === null) throw oauthError("invalid_client_metadata", "client_name is missing.");
  return {
    id,
    name,
    host,
    redirects: redirect_uris,
    refreshes: metadata.grant_types?.includes("refresh_token") === true,
  };
}

const contentSchema = v.tuple([v.string(), v.array(v.string()), v.boolean(), v.string()]);
const readContent = stored("assistant client", v.nullable(contentSchema), () => null);

/** Registers a client without storing it: its id contains all of its metadata, and is signed. */
export function registeredClient(realm: Realm, metadata: Metadata): Client {
  const { name, redirects, refreshes } = clientOf(metadata, "", null);
  const content = JSON.stringify([name, redirects, refreshes, randomToken(realm.random, NONCE_LENGTH)]);
  const id = `${PREFIX}${signed(realm, PURPOSE, content)}`;
  if (id.length > MAX_ID_LENGTH) throw oauthError("invalid_client_metadata", "The redirect_uris are too long.");
  return { id, name, host: null, redirects, refreshes };
}

/** Returns the client that a registered id contains. Undefined for ids that this organization hasn't issued. */
export function clientById(realm: Realm, id: string): Client | undefined {
  if (!id.startsWith(PREFIX)) return undefined;
  const content = verified(realm, PURPOSE, id.slice(PREFIX.length));
  if (content === undefined) return undefined;
  const read = readContent(content);
  if (read === null) return undefined;
  const [name, redirects, refreshes] = read;
  return { id, name, host: null, redirects: redirects.filter(mayRedirectTo), refreshes };
}

/** Returns the URL of a client's document. Undefined if the id isn't a URL that can be fetched. */
export function documentAddress(id: string): URL | undefined {
  const url = id.length <= MAX_ID_LENGTH && /^https?:\/\/[\x21-\x7e]+$/.test(id) ? URL.parse(id) : null;
  if (url === null || url.pathname === "/" || url.username !== "" || url.password !== "") return undefined;
  // A URL that the parser normalizes (dot segments, uppercase host) isn't what it appears to be.
  return url.href === id && url.hash === "" && !id.includes("#") ? url : undefined;
}
