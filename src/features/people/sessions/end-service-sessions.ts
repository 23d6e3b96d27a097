import type { Realm } from "../../../realm/realm.ts";
import { sessionsOfSid, sessionsOfSubject } from "./rows.ts";
import { endSession } from "./sessions.ts";

/** A service's session that ended, or all of a user's sessions there. */
export interface EndedAtService {
  readonly issuer: string;
  readonly sid?: string | undefined;
  readonly subject?: string | undefined;
}

/**
 * Ends the sessions started through logins at a service, after those logins ended there. Returns how many there were.
 */
export function endServiceSessions(realm: Realm, { issuer, sid, subject }: EndedAtService): number {
  const found =
    sid === undefined
      ? sessionsOfSubject.all(realm.sql, { issuer, subject: subject ?? "" })
      : sessionsOfSid.all(realm.sql, { issuer, sid });
  const ended = found.filter((session) => subject === undefined || session.subject === subject);
  for (const { user_id, id } of ended) endSession(realm, user_id, id);
  return ended.length;
}
