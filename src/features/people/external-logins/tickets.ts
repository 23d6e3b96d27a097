import { notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { randomToken } from "../../../util/random.ts";
import { after, type Seconds, seconds } from "../../../util/time.ts";
import { findUser, type User } from "../../organization/users/public.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { deleteEndedTickets, deleteOldestTickets, insertTicket, takeTicket } from "./rows.ts";
import { STEP_SECONDS } from "./seal.ts";

/** The time for which a token is good that leads from the browser into the desktop app. */
const DESKTOP_SECONDS = seconds(60);
const TOKEN_LENGTH = 32;

function keepTicket(realm: Realm, secret: string, { user, age }: { user: UserId | null; age: Seconds }): boolean {
  const now = realm.seconds();
  deleteEndedTickets.run(realm.sql, { now });
  const kept = insertTicket.first(realm.sql, { hash: hashKey(secret), user, expires_at: after(now, age) });
  deleteOldestTickets.run(realm.sql, { keep: limits.organization.login_tickets });
  return kept !== undefined;
}

/** Refuses a login whose state has led to one already. */
export function useOnce(realm: Realm, state: string): void {
  if (!keepTicket(realm, state, { user: null, age: STEP_SECONDS })) throw new ExternalLoginRefused("used");
}

/** A token by which one desktop app starts a session of an account, once and soon. */
export function issueDesktopToken(realm: Realm, user: UserId, app: string): string {
  const token = randomToken(realm.random, TOKEN_LENGTH);
  keepTicket(realm, `${app} ${token}`, { user, age: DESKTOP_SECONDS });
  return token;
}

/**
 * The name of a desktop app in the address that it has the system's browser open, by the hash of its mark. Only the app that
 * has the mark uses the token: a link with the token of somebody else logs nobody in.
 */
export const appName = (browser: string): string => hashKey(`desktop app ${browser}`);

/** The account of such a token, which ends with it. */
export function accessUserByDesktopToken(realm: Realm, token: string, browser: string | undefined): User {
  const app = browser === undefined ? "" : appName(browser);
  const ticket = app === "" ? undefined : takeTicket.first(realm.sql, { hash: hashKey(`${app} ${token}`) });
  const user = ticket?.user_id == null ? undefined : findUser(realm, ticket.user_id);
  if (ticket === undefined || user?.is_active !== 1 || ticket.expires_at <= realm.seconds()) {
    throw notFound("This login has expired. Log in again.");
  }
  return user;
}
