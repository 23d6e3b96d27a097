import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { readableText, sealText } from "../../../realm/sealed-text.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { randomToken } from "../../../util/random.ts";
import { after, type Seconds, seconds } from "../../../util/time.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { providersOn } from "../../organization/organization-settings/login-methods.ts";
import { type ServiceLogin, type ServiceSession, serviceLoginSchema } from "../sessions/service-login.ts";
import type { EndedAtService } from "../sessions/sessions.ts";
import { ExternalLoginRefused } from "./refused.ts";
import * as rows from "./rows.ts";
import { STEP_SECONDS } from "./seal.ts";

/** Validity of the token that the browser passes to the desktop app. */
const DESKTOP_SECONDS = seconds(60);
const TOKEN_LENGTH = 32;

interface NewTicket {
  readonly user: UserId | null;
  readonly age: Seconds;
  readonly login?: object;
}

const LOGIN_NAME = "login ticket's login";
const readLogin = stored("login_tickets.login", v.nullable(serviceLoginSchema), () => null);

function keepTicket(realm: Realm, secret: string, { user, age, login: given }: NewTicket): boolean {
  const now = realm.seconds();
  rows.deleteEndedTickets.run(realm.sql, { now });
  const login = given === undefined ? null : sealText(realm, LOGIN_NAME, JSON.stringify(given));
  const kept = rows.insertTicket.first(realm.sql, { hash: hashKey(secret), user, expires_at: after(now, age), login });
  rows.deleteOldestTickets.run(realm.sql, { keep: limits.organization.login_tickets });
  return kept !== undefined;
}

/** Records the use of a login's state. Throws if it was used before. */
export function useOnce(realm: Realm, state: string): void {
  if (!keepTicket(realm, state, { user: null, age: STEP_SECONDS })) throw new ExternalLoginRefused("used");
}

/** Issues a short-lived, single-use token that a desktop app needs to start a session of an account. */
export function issueDesktopToken(
  realm: Realm,
  user: UserId,
  { app, login }: { readonly app: string; readonly login: ServiceLogin },
): string {
  const token = randomToken(realm.random, TOKEN_LENGTH);
  keepTicket(realm, `${app} ${token}`, { user, age: DESKTOP_SECONDS, login });
  return token;
}

/** Issues a short-lived, single-use token that a browser needs to log out at a service after logging out here. */
export function issueLogoutTicket(realm: Realm, user: UserId, ended: ServiceSession): string {
  const token = randomToken(realm.random, TOKEN_LENGTH);
  keepTicket(realm, `logout ${token}`, { user, age: DESKTOP_SECONDS, login: { ...ended, subject: "" } });
  return token;
}

/** Returns the login that a logout token was issued for, and invalidates the token. */
export function takeLogoutTicket(realm: Realm, token: string): ServiceSession {
  const ticket = rows.takeTicket.first(realm.sql, { hash: hashKey(`logout ${token}`) });
  const login = ticket === undefined ? null : loginIn(realm, ticket);
  if (ticket === undefined || login === null || ticket.expires_at <= realm.seconds()) {
    throw notFound("This logout has expired.");
  }
  return login;
}

/** Returns the login stored with a ticket, or null if the ticket has none or it is no longer readable. */
function loginIn(realm: Realm, { login }: { readonly login: string | null }): ServiceLogin | null {
  const text = login === null ? undefined : readableText(realm, LOGIN_NAME, login);
  return text === undefined ? null : readLogin(text);
}

/** Deletes the desktop apps' tokens of logins that ended at the service, because they can no longer start a session. */
export function endTicketsOf(realm: Realm, { issuer, sid, subject }: EndedAtService): void {
  for (const ticket of rows.ticketsByLogin.all(realm.sql, {})) {
    const login = loginIn(realm, ticket);
    const isOther = (one: string | undefined, other: string | undefined) => one !== undefined && one !== other;
    if (login?.issuer !== issuer || isOther(sid, login.sid) || isOther(subject, login.subject)) continue;
    rows.deleteTicket.run(realm.sql, { hash: ticket.hash });
  }
}

/**
 * Returns what identifies a desktop app in the URL it opens in the system's browser: a hash based on its identifying
 * cookie. Only the app with that cookie can use the login token, so a link with someone else's token doesn't log anyone
 * in.
 */
export const appName = (browser: string): string => hashKey(`desktop app ${browser}`);

/** Returns the account that a desktop app's token was issued for, and invalidates the token. */
export function accessUserByDesktopToken(
  realm: Realm,
  token: string,
  browser: string | undefined,
): { readonly user: User; readonly login: ServiceLogin } {
  const app = browser === undefined ? "" : appName(browser);
  const ticket = app === "" ? undefined : rows.takeTicket.first(realm.sql, { hash: hashKey(`${app} ${token}`) });
  const user = ticket && findUser(realm, ticket.user_id);
  const login = ticket === undefined ? null : loginIn(realm, ticket);
  // Without the stored login, the service couldn't end the session. The service may have been turned off since.
  const isOn = login !== null && providersOn(realm).some(({ issuer }) => issuer === login.issuer);
  if (ticket === undefined || !isOn || user?.is_active !== 1 || ticket.expires_at <= realm.seconds()) {
    throw notFound("This login has expired. Log in again.");
  }
  return { user, login };
}
