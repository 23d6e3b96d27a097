import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Realm } from "../../src/realm/realm.ts";
import type { Fields, Json, Person } from "./person.ts";

export const sendToChannel = async (
  who: Person,
  channel: number | string,
  topic: string,
  content: string,
  more: Fields = {},
) => (await who.ok(who.post("/messages", { type: "channel", to: channel, topic, content, ...more }))).id as number;

export const sendDirect = async (who: Person, people: readonly Person[], content: string, more: Fields = {}) =>
  (await who.ok(who.post("/messages", { type: "direct", to: people.map(({ id }) => id), content, ...more })))
    .id as number;

/** Fetches messages, by default the newest hundred. */
export const fetchMessages = (who: Person, fields: Fields = {}): Promise<Json> =>
  who.ok(who.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, ...fields }));

/** Returns the notification bot's direct messages to a user, oldest first. */
export async function notesTo(reader: Person): Promise<string[]> {
  const { messages } = await fetchMessages(reader, { narrow: [["is", "dm"]], apply_markdown: false });
  return messages
    .filter(({ sender_email }: Json) => sender_email.startsWith("notification-bot@"))
    .map(({ content }: Json) => content);
}

export const idsOf = (messages: readonly Json[]): number[] => messages.map((message) => message.id);

export const flagsOf = async (who: Person, id: number): Promise<string[]> =>
  (await who.ok(who.get(`/messages/${id}`))).message.flags;

/** Returns `unread_msgs` of a new registration of a user. */
export const unreadOf = async (who: Person): Promise<Json> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["message", "update_message_flags"] }))).unread_msgs;

/** Returns the ids of all unread messages of a user, sorted. */
export const unreadIds = async (who: Person): Promise<number[]> => {
  const { pms, streams, huddles } = await unreadOf(who);
  const ids = [...pms, ...streams, ...huddles].flatMap((part: Json) => part.unread_message_ids as number[]);
  return ids.sort((a, b) => a - b);
};

/** Runs `work` inside the object of a user's organization. */
export async function inRealm<T>(who: Person, work: (realm: Realm) => T): Promise<T> {
  const stub = env.REALM.get(env.REALM.idFromName(who.host.replace(".localhost", "")));
  return runInDurableObject(stub, (instance: unknown) => work((instance as { realm: Realm }).realm));
}

/**
 * Makes loading texts fail if they include that of the message `broken`, and return nothing for the message `lost`.
 * `mockRestore` undoes this.
 */
export const breakTexts = (who: Person, broken: number, lost?: number) =>
  inRealm(who, (realm) => {
    const load = realm.loadMessages.bind(realm);
    return vi.spyOn(realm, "loadMessages").mockImplementation(async (ids) => {
      if (ids.includes(broken)) throw new Error("D1_ERROR: database disk image is malformed: SQLITE_CORRUPT");
      return load(ids.filter((id) => id !== lost));
    });
  });

/**
 * Returns the statements that are run in the organization's database while a message is sent to a channel. A shipment
 * to D1, which follows changes within a second, may add its own statements.
 */
export async function statementsOfSend(who: Person, channel: number): Promise<string[]> {
  const spy = await inRealm(who, ({ sql }) => vi.spyOn(sql, "exec"));
  await sendToChannel(who, channel, "t", "three");
  const run = spy.mock.calls.map(([query]) => query);
  spy.mockRestore();
  return run;
}
