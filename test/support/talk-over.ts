import { expect } from "vitest";
import { inside } from "./messages.ts";
import type { Fields, Json, Person } from "./person.ts";

/** Changes a message. */
export const edit = (who: Person, id: number, fields: Fields) => who.patch(`/messages/${id}`, fields);

export const read = async (who: Person, id: number, fields: Fields = {}): Promise<Json> =>
  (await who.ok(who.get(`/messages/${id}`, { allow_empty_topic_name: true, ...fields }))).message;

export const only = (events: Json[] | undefined, type: string): Json[] =>
  (events ?? []).filter((event) => event.type === type);

/** The topics of a channel as somebody sees them, with their newest messages. */
export const topicsOf = async (who: Person, channel: number): Promise<Json[]> =>
  (await who.ok(who.get(`/users/me/${channel}/topics`, { allow_empty_topic_name: true }))).topics;

/** What the server has written in a topic, oldest first. */
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

/** Waits until D1 has everything, where that is much. */
export const shippedInTime = (who: Person) =>
  expect.poll(async () => (await who.ok(who.get("/testing/object"))).unshipped, { timeout: 30_000 }).toBeFalsy();

/** Has the realm let go of the content of all messages, as it does with old ones. */
export async function forgetContent(who: Person): Promise<void> {
  await shippedInTime(who);
  await inside(who, (realm) => realm.shipper.quietly(() => realm.sql.exec("DELETE FROM messages").toArray()));
}
