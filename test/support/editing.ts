import { inRealm } from "./messages.ts";
import { untilShipped } from "./object.ts";
import type { Fields, Json, Person } from "./person.ts";

export const editMessage = (who: Person, id: number, fields: Fields) => who.patch(`/messages/${id}`, fields);

export const fetchMessage = async (who: Person, id: number, fields: Fields = {}): Promise<Json> =>
  (await who.ok(who.get(`/messages/${id}`, { allow_empty_topic_name: true, ...fields }))).message;

export const eventsOfType = (events: Json[] | undefined, type: string): Json[] =>
  (events ?? []).filter((event) => event.type === type);

/** Returns the topics of a channel that a user sees, with the ids of the newest messages. */
export const topicsOf = async (who: Person, channel: number): Promise<Json[]> =>
  (await who.ok(who.get(`/users/me/${channel}/topics`, { allow_empty_topic_name: true }))).topics;

/** Returns the contents of Notification Bot's messages in a topic, oldest first. */
export async function noticesIn(who: Person, channel: number, topic: string): Promise<string[]> {
  const narrow = [
    ["channel", channel],
    ["topic", topic],
  ];
  const query = { anchor: "newest", num_before: 100, num_after: 0, narrow, apply_markdown: false };
  const { messages } = await who.ok(who.get("/messages", query));
  return messages
    .filter((message: Json) => message.sender_full_name === "Notification Bot")
    .map((message: Json) => message.content);
}

/** Deletes the contents of all messages from the realm, as if the messages had left the hot window. */
export async function dropContents(who: Person): Promise<void> {
  await untilShipped(who);
  await inRealm(who, (realm) => realm.shipper.withoutMarking(() => realm.sql.exec("DELETE FROM messages").toArray()));
}
