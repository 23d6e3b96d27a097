import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type CallRow, callsOfMessages, callsOfPerson, readPeople } from "./rows.ts";

const lengthOf = ({ id, video, started_at, ended_at }: CallRow) => ({
  call_id: id,
  video: video === 1,
  started_at,
  ended_at,
});

/** The calls that somebody started or was in, of messages between two ids; `seconds` is how long they were in. */
export const callsOf = (realm: Realm, user: UserId, [first, last]: readonly [number, number]) =>
  callsOfPerson.all(realm.sql, { user, first, last }).map((row) => ({
    message_id: row.message_id,
    ...lengthOf(row),
    is_starter: row.starter_id === user,
    seconds: readPeople(row.people, row.id).find(([person]) => person === user)?.[1] ?? 0,
  }));

/** The call of a message, with those who were in. */
export function callOfMessage(realm: Realm, message: MessageId) {
  const row = callsOfMessages.first(realm.sql, { messages: JSON.stringify([message]) });
  if (row === undefined) return undefined;
  const people = readPeople(row.people, row.id).map(([id, seconds]) => ({ id, seconds }));
  return { ...lengthOf(row), starter_id: row.starter_id, people };
}
