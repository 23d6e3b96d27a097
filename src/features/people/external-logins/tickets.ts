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
import { providersOn } from "../../organization/realm/sign-in.ts";
import { findUser, type User } from "../../organization/users/users.ts";
import type { EndedAtService } from "../logins/end-service-sessions.ts";
import { type ServiceLogin, serviceLoginSchema } from "../logins/service-login.ts";
import { ExternalLoginRefused } from "./refused.ts";
import {
  deleteEndedTickets,
  deleteOldestTickets,
  deleteTicket,
  insertTicket,
  takeTicket,
  ticketsByLogin,
} from "./rows.ts";
import { STEP_SECONDS } from "./seal.ts";

/** The time for which a token is good that leads from the browser into the desktop app. */
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
  deleteEndedTickets.run(realm.sql, { now });
  const login = given === undefined ? null : sealText(realm, LOGIN_NAME, JSON.stringify(given));
  const kept = insertTicket.first(realm.sql, { hash: hashKey(secret), user, expires_at: after(now, age), login });
  deleteOldestTickets.run(realm.sql, { keep: limits.organization.login_tickets });
  return kept !== undefined;
}

/** Refuses a login whose state has led to one already. */
export function useOnce(realm: Realm, state: string): void {
  if (!keepTicket(realm, state, { user: null, age: STEP_SECONDS })) throw new ExternalLoginRefused("used");
}

/** A token by which one desktop app starts a session of an account, once and soon. */
export function issueDesktopToken(
  realm: Realm,
  user: UserId,
  { app, login }: { readonly app: string; readonly login: ServiceLogin },
): string {
  const token = randomToken(realm.random, TOKEN_LENGTH);
  keepTicket(realm, `${app} ${token}`, { user, age: DESKTOP_SECONDS, login });
  return token;
}

/** A token with which a browser that has logged out here goes on to log out at the service, once and soon. */
export function issueLogoutTicket(realm: Realm, ended: LoggedOut): string {
  const token = randomToken(realm.random, TOKEN_LENGTH);
  keepTicket(realm, `logout ${token}`, { user: null, age: DESKTOP_SECONDS, login: { ...ended, subject: "" } });
  return token;
}

interface LoggedOut {
  readonly issuer: string;
  readonly id_token?: string | undefined;
}

/** The login of such a token, which ends with it. */
export function takeLogoutTicket(realm: Realm, token: string): LoggedOut {
  const ticket = takeTicket.first(realm.sql, { hash: hashKey(`logout ${token}`) });
  const login = ticket === undefined ? null : loginIn(realm, ticket);
  if (ticket === undefined || login === null || ticket.expires_at <= realm.seconds()) {
    throw notFound("This logout has expired.");
  }
  return login;
}

/** The login of a ticket; null where it has none, or one that cannot be read any more. */
function loginIn(realm: Realm, { login }: { readonly login: string | null }): ServiceLogin | null {
  const text = login === null ? undefined : readableText(realm, LOGIN_NAME, login);
  return text === undefined ? null : readLogin(text);
}

/** Deletes the tokens of desktop apps by whose logins no session begins any more. */
export function endTicketsOf(realm: Realm, { issuer, sid, subject }: EndedAtService): void {
  for (const ticket of ticketsByLogin.all(realm.sql, {})) {
    const login = loginIn(realm, ticket);
    const isOther = (one: string | undefined, other: string | undefined) => one !== undefined && one !== other;
    if (login?.issuer !== issuer || isOther(sid, login.sid) || isOther(subject, login.subject)) continue;
    deleteTicket.run(realm.sql, { hash: ticket.hash });
  }
}

/**
 * The name of a desktop app in the address that it has the system's browser open, by the hash of its mark. Only the app that
 * has the mark uses the token: a link with the token of somebody else logs nobody in.
 */
export const appName = (browser: string): string => hashKey(`desktop app ${browser}`);

/** The account of such a token, which ends with it. */
export function accessUserByDesktopToken(
  realm: Realm,
  token: string,
  browser: string | undefined,
): { readonly user: User; readonly login: ServiceLogin } {
  const app = browser === undefined ? "" : appName(browser);
  const ticket = app === "" ? undefined : takeTicket.first(realm.sql, { hash: hashKey(`${app} ${token}`) });
  const user = ticket?.user_id == null ? undefined : findUser(realm, ticket.user_id);
  const login = ticket === undefined ? null : loginIn(realm, ticket);
  // Without its login, the service could not end the session. It can have been switched off meanwhile.
  const isOn = login !== null && providersOn(realm).some(({ issuer }) => issuer === login.issuer);
  if (ticket === undefined || !isOn || user?.is_active !== 1 || ticket.expires_at <= realm.seconds()) {
    throw notFound("This login has expired. Log in again.");
  }
  return { user, login };
}
