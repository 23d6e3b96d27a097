import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Realm } from "../../src/realm/realm.ts";
import type { Fields, Json, Person } from "./person.ts";

/** Posts in a channel; the new message's id. */
export const say = async (who: Person, channel: number | string, topic: string, content: string, more: Fields = {}) =>
  (await who.ok(who.post("/messages", { type: "channel", to: channel, topic, content, ...more }))).id as number;

/** Writes to people; the new message's id. */
export const tell = async (who: Person, people: readonly Person[], content: string, more: Fields = {}) =>
  (await who.ok(who.post("/messages", { type: "direct", to: people.map(({ id }) => id), content, ...more })))
    .id as number;

/** A page of messages, of everything unless a narrow is given. */
export const page = (who: Person, fields: Fields = {}): Promise<Json> =>
  who.ok(who.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, ...fields }));

export const idsOf = (messages: readonly Json[]): number[] => messages.map((message) => message.id);

/** Somebody's flags of a message. */
export const flagsOf = async (who: Person, id: number): Promise<string[]> =>
  (await who.ok(who.get(`/messages/${id}`))).message.flags;

/** What somebody has not read, as a client is told when it registers. */
export const unreadOf = async (who: Person): Promise<Json> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["message", "update_message_flags"] }))).unread_msgs;

export const unreadIds = async (who: Person): Promise<number[]> => {
  const { pms, streams, huddles } = await unreadOf(who);
  const ids = [...pms, ...streams, ...huddles].flatMap((part: Json) => part.unread_message_ids as number[]);
  return ids.sort((a, b) => a - b);
};

/** Runs within the realm of somebody's organization. */
export async function inside<T>(who: Person, work: (realm: Realm) => T): Promise<T> {
  const stub = env.REALM.get(env.REALM.idFromName(who.host.replace(".localhost", "")));
  return runInDurableObject(stub, (instance: unknown) => work((instance as { realm: Realm }).realm));
}
