import { action, type Endpoint } from "../../../../api/endpoint.ts";
import type { Parameters, Values } from "../../../../api/parameter.ts";
import { ApiError, networkNotAllowed, rateLimitHit, realmImporting } from "../../../../protocol/errors.ts";
import { isImportingHook } from "../../../../realm/admission-hooks.ts";
import { inMemory, type Realm } from "../../../../realm/realm.ts";
import type { RequestFacts } from "../../../../rpc/request-facts.ts";
import { type Limit, RateLimiter } from "../../../../util/rate-limiter.ts";
import { after, HOUR, inSeconds, MINUTE_MS } from "../../../../util/time.ts";
import type { Values as Resource } from "../protocol/attributes.ts";
import { internal, resourceReply, token } from "../protocol/directory-call.ts";
import { admitsAddress, connectionOf, type DirectoryConnection } from "./connections.ts";
import { connectionById, setTokenUsed, tokenByHash } from "./rows.ts";

/** Rate limit of a connection. Directories send up to 25 requests a second. */
const CALLS: Limit = { most: 1500, perMs: MINUTE_MS };
/** Rate limit of requests with wrong tokens from one address. */
const REFUSALS: Limit = { most: 100, perMs: MINUTE_MS };

/** Not in the realm's cache, which is cleared when a change is refused. */
const limiterOf = inMemory(({ clock }) => new RateLimiter(clock));

function count(realm: Realm, key: string, limit: Limit): void {
  if (!realm.config.rateLimits) return;
  const { retryMs } = limiterOf(realm).take(key, limit);
  if (retryMs > 0) throw rateLimitHit(inSeconds(retryMs));
}

const unknownToken = () => new ApiError({ code: "UNAUTHORIZED", msg: "The token is missing or wrong.", status: 401 });

/** Returns the connection of a token, makes it the actor of the request, and counts the request. */
export function admitDirectory(realm: Realm, tokenHash: string, { address, ip }: RequestFacts): DirectoryConnection {
  const known = tokenByHash.first(realm.sql, { hash: tokenHash });
  const row = known && connectionById.first(realm.sql, { id: known.connection_id });
  if (known === undefined || row === undefined) {
    count(realm, `refusals from ${address}`, REFUSALS);
    throw unknownToken();
  }
  const connection = connectionOf(row);
  if (!admitsAddress(connection.networks, ip)) {
    count(realm, `refusals from ${address}`, REFUSALS);
    throw networkNotAllowed();
  }
  count(realm, `calls of ${row.id}`, CALLS);
  if (realm.ask(isImportingHook)) throw realmImporting();
  const { caller } = realm;
  if (caller !== undefined) caller.directory = { id: row.id, name: row.name };
  const now = realm.seconds();
  if (known.last_used_at === null || after(known.last_used_at, HOUR) <= now)
    setTokenUsed.run(realm.sql, { id: known.id, at: now });
  return connection;
}

/**
 * Defines an endpoint for one resource of a directory. `run` gets the connection that the token belongs to, and returns
 * the resource as the connection sees it.
 */
export const resourceAction = <P extends Parameters>(
  route: Endpoint["route"],
  params: P,
  run: (
    realm: Realm,
    connection: DirectoryConnection,
    params: Values<{ token: typeof token } & P>,
  ) => { resource: Resource | null },
): Endpoint =>
  action({
    ...internal,
    route,
    params: { token, ...params },
    reply: resourceReply,
    // The type of the token isn't known while P isn't.
    run: ({ realm, params: sent, request }) => run(realm, admitDirectory(realm, String(sent.token), request), sent),
  });
