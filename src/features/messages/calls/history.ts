import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type CallRow, callsOfMessages, callsOfPerson, readPeople } from "./rows.ts";

const lengthOf = ({ id, video, started_at, ended_at }: CallRow) => ({
  call_id: id,
  video: video === 1,
  started_at,
  ended_at,
});

/**
 * Returns the calls a user started or took part in, for messages in an id range; `seconds` is how long they took part.
 */
export const callsOf = (realm: Realm, user: UserId, [first, last]: readonly [number, number]) =>
  callsOfPerson.all(realm.sql, { user, first, last }).map((row) => ({
    message_id: row.message_id,
    ...lengthOf(row),
    is_starter: row.starter_id === user,
    seconds: readPeople(row.people, row.id).find(([person]) => person === user)?.[1] ?? 0,
  }));

export function callOfMessage(realm: Realm, message: MessageId) {
  const row = callsOfMessages.first(realm.sql, { messages: JSON.stringify([message]) });
  if (row === undefined) return undefined;
  const people = readPeople(row.people, row.id).map(([id, seconds]) => ({ id, seconds }));
  return { ...lengthOf(row), starter_id: row.starter_id, people };
}
