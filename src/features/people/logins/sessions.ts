import { hashKey } from "../../../http/read-key.ts";
import { SESSION_SECONDS } from "../../../http/session.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { notLoggedIn, userDeactivated } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { SessionCredentials } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { randomToken } from "../../../util/random.ts";
import { after } from "../../../util/time.ts";
import { actorOf, findUser, isToBeNoted } from "../../organization/users/public.ts";
import { browserName } from "./browser-name.ts";
import { sessionsEndedHook } from "./hooks.ts";
import {
  deleteEndedSessions,
  deleteOldestSessions,
  deleteSession,
  deleteSessionsOf,
  insertSession,
  sessionByHash,
  sessionsOf,
  setSessionUsed,
} from "./rows.ts";

const TOKEN_LENGTH = 32;

/** Starts a session of an account in a browser. Returns the token for its cookie; only its hash is stored. */
export function startSession(realm: Realm, user: UserId, { client, userAgent }: RequestFacts): string {
  const token = randomToken(realm.random, TOKEN_LENGTH);
  const now = realm.seconds();
  deleteEndedSessions.run(realm.sql, { now });
  insertSession.run(realm.sql, {
    user,
    hash: hashKey(token),
    client: browserName(userAgent) ?? client,
    created_at: now,
    expires_at: after(now, SESSION_SECONDS),
  });
  realm.loginsEnded(user);
  deleteOldestSessions.run(realm.sql, { user, keep: limits.account.sessions });
  realm.run(sessionsEndedHook, user);
  return token;
}

/** The account of a session. */
export function resumeSession(realm: Realm, { tokenHash }: SessionCredentials): Actor {
  const session = sessionByHash.first(realm.sql, { hash: tokenHash, now: realm.seconds() });
  const user = session && findUser(realm, session.user_id);
  if (session === undefined || user === undefined) throw notLoggedIn();
  if (user.is_active === 0) throw userDeactivated();
  if (isToBeNoted(realm, session)) setSessionUsed.run(realm.sql, { id: session.id, at: realm.seconds() });
  return { ...actorOf(user), session_id: session.id };
}

/** Ends one session of an account. False if there is no such session. */
export function endSession(realm: Realm, user: UserId, id: number): boolean {
  realm.loginsEnded(user);
  const wasThere = deleteSession.first(realm.sql, { user, id }) !== undefined;
  if (wasThere) realm.run(sessionsEndedHook, user);
  return wasThere;
}

/** Ends the sessions of an account, except the one with the id `but`. Returns how many there were. */
export function endSessions(realm: Realm, user: UserId, but?: number): number {
  realm.loginsEnded(user);
  const ended = deleteSessionsOf.all(realm.sql, { user, but: but ?? 0 }).length;
  if (ended > 0) realm.run(sessionsEndedHook, user);
  return ended;
}

/** The ids of the sessions of an account that have neither ended nor run out. */
export const livingSessions = (realm: Realm, user: UserId): ReadonlySet<number> =>
  new Set(sessionsOf.all(realm.sql, { user, now: realm.seconds() }).map(({ id }) => id));
