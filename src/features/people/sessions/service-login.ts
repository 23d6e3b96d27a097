import * as v from "valibot";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { readableText, sealText } from "../../../realm/sealed-text.ts";
import { seconds } from "../../../util/time.ts";
import { serviceOfSession } from "./rows.ts";

export const serviceLoginSchema = v.object({
  issuer: v.string(),
  subject: v.string(),
  /** Id of the service's own session. */
  sid: v.optional(v.string()),
  /** The unmodified ID token, which must be sent back to the service to end its session. */
  id_token: v.optional(v.string()),
  /** When the user last authenticated at the service, or 0 if that may be long ago. */
  authenticated_at: v.optional(v.number()),
});
export type ServiceLogin = v.InferOutput<typeof serviceLoginSchema>;
/** What a session stores about a login at a service, to end the service's session, too. */
export type ServiceSession = Pick<ServiceLogin, "issuer" | "id_token">;

const TOKEN_NAME = "session's ID token";

/** Returns the columns of a session that describe the login at another service. They are null if there was none. */
export const serviceColumns = (realm: Realm, login: ServiceLogin | undefined) => ({
  issuer: login?.issuer ?? null,
  subject: login?.subject ?? null,
  sid: login?.sid ?? null,
  id_token: login?.id_token === undefined ? null : sealText(realm, TOKEN_NAME, login.id_token),
  // A service can send any number, so a time in the future counts as now.
  authenticated_at:
    login?.authenticated_at === undefined ? null : seconds(Math.min(login.authenticated_at, realm.seconds())),
});

/**
 * Returns the service that a session was started through, and the ID token for ending the service's session, if
 * readable. Undefined if the user logged in without a service.
 */
export function serviceOf(realm: Realm, user: UserId, id: number): ServiceSession | undefined {
  const row = serviceOfSession.first(realm.sql, { user, id });
  if (row === undefined || row.issuer === null) return undefined;
  const id_token = row.id_token === null ? undefined : readableText(realm, TOKEN_NAME, row.id_token);
  return { issuer: row.issuer, id_token };
}
