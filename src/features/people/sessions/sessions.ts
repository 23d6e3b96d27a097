import { markOfSession, SESSION_SECONDS } from "../../../html-pages/cookies.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { type EndReason, notLoggedIn, sessionEnded, userDeactivated } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey, type SessionCredentials } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { browserName } from "../../../util/browser-name.ts";
import { randomToken } from "../../../util/random.ts";
import { after, before, days, HOUR, type Seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { actorOf, findUser } from "../../organization/accounts/accounts.ts";
import { forgetBrowsers, rememberBrowser } from "../../organization/accounts/authentication/login-attempts.ts";
import {
  freshLogin,
  isLoginOver,
  isToBeNoted,
  sessionLifetimeOf,
  sessionUseStep,
} from "../../organization/accounts/authentication/login-limits.ts";
import { loggedInHook, unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { sessionsEndedHook } from "./hooks.ts";
import type { LivingAt } from "./rows.ts";
import * as rows from "./rows.ts";
import { type ServiceLogin, serviceColumns } from "./service-login.ts";

const TOKEN_LENGTH = 32;

/** Time the user has to set up what the organization requires. */
const SETUP_SECONDS = HOUR;

interface NewSession {
  readonly owesSetup?: boolean;
  readonly login?: ServiceLogin | undefined;
  /** When the user authenticated, if that isn't now. */
  readonly authenticatedAt?: Seconds | undefined;
}

/**
 * Starts a browser session of an account, or one only for setting up a passkey or two-factor authentication. Returns
 * the token for its cookie; only its hash is stored.
 */
export function startSession(
  realm: Realm,
  user: UserId,
  request: RequestFacts,
  { owesSetup = false, login, authenticatedAt }: NewSession = {},
): string {
  const { client, userAgent } = request;
  const token = randomToken(realm.random, TOKEN_LENGTH);
  const now = realm.seconds();
  rows.deleteEndedSessions.run(realm.sql, { now });
  rows.deleteIdleSessions.run(realm.sql, { user, used_since: livingAt(realm).used_since });
  rows.insertSession.run(realm.sql, {
    user,
    hash: hashKey(token),
    client: browserName(userAgent) ?? client,
    created_at: now,
    expires_at: after(now, owesSetup ? SETUP_SECONDS : SESSION_SECONDS),
    owes_setup: owesSetup,
    ...serviceColumns(realm, login),
    ...(authenticatedAt !== undefined && { authenticated_at: authenticatedAt }),
  });
  realm.loginsEnded(user);
  rememberEnded(realm, user, rows.deleteOldestSessions.all(realm.sql, { user, keep: limits.account.sessions }), null);
  realm.run(sessionsEndedHook, user);
  realm.run(loggedInHook, user, request);
  if (!owesSetup) rememberBrowser(realm, user, request.browser ?? hashKey(markOfSession(token)));
  return token;
}

export function resumeSession(realm: Realm, { tokenHash }: SessionCredentials): Actor {
  const session = rows.sessionByHash.first(realm.sql, { hash: tokenHash, ...livingAt(realm) });
  const user = session && findUser(realm, session.user_id);
  if (session === undefined || user === undefined) {
    const ended = rows.endedSession.first(realm.sql, {
      hash: tokenHash,
      since: before(realm.seconds(), SESSION_SECONDS),
    });
    throw ended === undefined ? notLoggedIn() : sessionEnded(ended.reason);
  }
  if (user.is_active === 0) throw userDeactivated();
  if (isLoginOver(realm, session, sessionLifetimeOf(realm, user))) throw notLoggedIn();
  if (isToBeNoted(realm, session, sessionUseStep(realm)))
    rows.setSessionUsed.run(realm.sql, { id: session.id, at: realm.seconds() });
  const actor = { ...actorOf(user), session_id: session.id };
  return session.owes_setup === 1 ? { ...actor, owes_setup: true } : actor;
}

/** True if the actor recently authenticated in their browser session. */
export function isRecentLogin(realm: Realm, actor: Actor): boolean {
  // A session that is still waiting for the setup has only just been started.
  if (actor.owes_setup === true) return true;
  const shown = actor.session_id === undefined ? undefined : shownAt(realm, actor.user_id, actor.session_id);
  return shown !== undefined && after(shown, freshLogin(realm)) > realm.seconds();
}

/** Returns when the user of a session last authenticated. */
export const shownAt = (realm: Realm, user: UserId, id: number): Seconds | undefined =>
  rows.sessionStart.first(realm.sql, { user, id })?.shown_at;

/**
 * Turns the session that set up a passkey or two-factor authentication into a regular one. Ends the account's other
 * sessions that still owe the setup.
 */
export function settleSetup(realm: Realm, { user_id, session_id }: Actor): void {
  const id = session_id ?? 0;
  rows.completeSession.run(realm.sql, { id, expires_at: after(realm.seconds(), SESSION_SECONDS) });
  rows.deleteSetupSessions.run(realm.sql, { user: user_id, but: id });
}

/** Ends one session of an account. Returns false if the account has no such session. */
export function endSession(realm: Realm, user: UserId, id: number, reason: EndReason | null = null): boolean {
  realm.loginsEnded(user);
  const ended = rows.deleteSession.all(realm.sql, { user, id });
  rememberEnded(realm, user, ended, reason);
  if (ended.length === 0) return false;
  realm.run(sessionsEndedHook, user);
  noteEnded(realm, user, ended.length);
  return true;
}

interface End {
  /** Id of the session to keep. */
  readonly but?: number | undefined;
  readonly reason?: EndReason | null;
}

/** Ends an account's sessions. Returns the number of ended sessions. */
export function endSessions(realm: Realm, user: UserId, end: End = {}): number {
  const ended = removeSessions(realm, user, end);
  if (ended > 0) noteEnded(realm, user, ended);
  return ended;
}

/** Like `endSessions`, but without an audit log entry, for actions that write one entry for several accounts. */
export function removeSessions(realm: Realm, user: UserId, { but, reason = null }: End = {}): number {
  realm.loginsEnded(user);
  const ended = rows.deleteSessionsOf.all(realm.sql, { user, but: but ?? 0 });
  rememberEnded(realm, user, ended, reason);
  if (ended.length > 0) realm.run(sessionsEndedHook, user);
  if (but === undefined) forgetBrowsers(realm, user);
  realm.run(unfinishedLoginsHook, user);
  return ended.length;
}

function noteEnded(realm: Realm, user: UserId, count: number): void {
  audit(realm, "login.ended", { of: accountEntity(accessUser(realm, null, user)), details: { sessions: count } });
}

/**
 * Records that sessions were ended rather than expired, for as long as browsers may have their cookies. A browser with
 * such a cookie is notified, and deletes the data it stores for the account.
 */
function rememberEnded(
  realm: Realm,
  user: UserId,
  ended: readonly { readonly hash: string }[],
  reason: EndReason | null,
): void {
  if (ended.length === 0) return;
  const at = realm.seconds();
  rows.deleteSessionsEndedBefore.run(realm.sql, { since: before(at, SESSION_SECONDS) });
  for (const { hash } of ended) rows.insertEndedSession.run(realm.sql, { hash, user, at, reason });
  rows.deleteFirstEnded.run(realm.sql, { user, keep: limits.account.ended_sessions });
}

/** Returns the ids of an account's sessions that have neither ended nor expired. */
export const livingSessions = (realm: Realm, user: UserId): ReadonlySet<number> =>
  new Set(listSessions(realm, user).map(({ id }) => id));

/** Returns when an account last used a session, precise to the day, or null if it has no sessions. */
export const lastActive = (realm: Realm, user: UserId): Seconds | null =>
  listSessions(realm, user).reduce<Seconds | null>((latest, { created_at, last_used_at }) => {
    const at = last_used_at ?? created_at;
    return latest === null || at > latest ? at : latest;
  }, null);

/** Returns an account's sessions that have neither ended nor expired, with the time each will end at the latest. */
export function listSessions(realm: Realm, user: UserId) {
  const account = findUser(realm, user);
  if (account === undefined) return [];
  const lifetime = sessionLifetimeOf(realm, account);
  return rows.sessionsOf
    .all(realm.sql, { user, ...livingAt(realm) })
    .filter((session) => !isLoginOver(realm, session, lifetime))
    .map((session) => ({
      ...session,
      expires_at: earlier(session.expires_at, after(session.created_at, lifetime.age)),
    }));
}

const earlier = (one: Seconds, other: Seconds): Seconds => (one < other ? one : other);

/**
 * Returns the current time, and the time since which a session must have been used to stay alive. The last use is
 * stored to the day, so a day is added to end no session early.
 */
function livingAt(realm: Realm): LivingAt {
  const now = realm.seconds();
  return { now, used_since: before(now, days(realm.config.sessionIdleDays + 1)) };
}

/** A service's session that ended, or all of a user's sessions there. */
export interface EndedAtService {
  readonly issuer: string;
  readonly sid?: string | undefined;
  readonly subject?: string | undefined;
}

/** Ends the sessions started through logins at a service, after those logins ended there. Returns their number. */
export function endServiceSessions(realm: Realm, { issuer, sid, subject }: EndedAtService): number {
  const found =
    sid === undefined
      ? rows.sessionsOfSubject.all(realm.sql, { issuer, subject: subject ?? "" })
      : rows.sessionsOfSid.all(realm.sql, { issuer, sid });
  const ended = found.filter((session) => subject === undefined || session.subject === subject);
  for (const { user_id, id } of ended) endSession(realm, user_id, id);
  return ended.length;
}
