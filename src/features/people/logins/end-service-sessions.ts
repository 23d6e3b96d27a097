import type { Realm } from "../../../realm/realm.ts";
import { sessionsOfSid, sessionsOfSubject } from "./rows.ts";
import { endSession } from "./sessions.ts";

/** The session of a service that has ended, or all sessions of a person there. */
export interface EndedAtService {
  readonly issuer: string;
  readonly sid?: string | undefined;
  readonly subject?: string | undefined;
}

/** Ends the sessions that began by logins at a service which have ended there. Returns how many there were. */
export function endServiceSessions(realm: Realm, { issuer, sid, subject }: EndedAtService): number {
  const found =
    sid === undefined
      ? sessionsOfSubject.all(realm.sql, { issuer, subject: subject ?? "" })
      : sessionsOfSid.all(realm.sql, { issuer, sid });
  const ended = found.filter((session) => subject === undefined || session.subject === subject);
  for (const { user_id, id } of ended) endSession(realm, user_id, id);
  return ended.length;
}
