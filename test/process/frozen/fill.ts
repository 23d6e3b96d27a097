import type { Server } from "../support/launch.ts";
import { type Fields, type Json, Person } from "../support/person.ts";
import { until } from "../support/processes.ts";
import { arrange } from "./arrange.ts";
import { file } from "./forms.ts";
import { keepPersonalThings } from "./keep.ts";
import { changeMessages, sendMessages } from "./messages.ts";
import { createPeople, type People } from "./people.ts";

/** Every capability that clients could declare when this was written. Programs ignore those they don't support. */
export const CAPABILITIES = {
  notification_settings_null: true,
  bulk_message_deletion: true,
  user_avatar_url_field_optional: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
  recurring_messages: true,
};

/** The part of a filled organization needed to query it again. */
export interface Filled {
  readonly people: Readonly<Record<string, Person>>;
  readonly queues: readonly { readonly of: string; readonly queue_id: string; readonly last_event_id: number }[];
  /**
   * The ids of messages and channels by name, and the source texts, by id, of the messages that aren't in a bulk store
   * yet.
   */
  readonly messages: Readonly<Record<string, number>>;
  readonly channels: Readonly<Record<string, number>>;
  readonly unshipped: Readonly<Record<string, string>>;
  readonly uploads: readonly { readonly path: string; readonly text: string }[];
}

/** Fills an organization with one of each thing that can be stored. Most events stay in the queues, undelivered. */
export async function fill(server: Server, owner: Person): Promise<Filled> {
  const people = await createPeople(owner);
  const queues = await listen(people);
  await arrange(people);
  const channels = await makeChannels(people);
  const uploads = await upload(people.ada);
  const messages = await sendMessages(people, channels, uploads);
  await changeMessages(people, channels, messages);
  await keepPersonalThings(people, channels, messages);
  await exportAll(owner);
  const unshipped = await outrunBulkStore(server, people, channels, messages);
  return { people, queues, messages, channels, unshipped, uploads };
}

/** Registers clients of all kinds before most changes. They never acknowledge an event. */
async function listen(people: People): Promise<Filled["queues"]> {
  const lifespan = { queue_lifespan_secs: 604_800 };
  const modern = { client_capabilities: CAPABILITIES, apply_markdown: true, slim_presence: true };
  const clients: [keyof People, Fields][] = [
    ["owner", { ...modern, client_gravatar: true, include_subscribers: "partial" }],
    ["cleo", { ...modern, include_subscribers: true }],
    ["ada", modern],
    ["ada", { apply_markdown: false, client_gravatar: false }],
    ["ben", { event_types: ["message", "reaction", "update_message"], all_public_streams: true }],
    ["gus", modern],
    ["bot", { event_types: ["message"], narrow: [["is", "dm"]] }],
    ["zoe", { ...modern, narrow: [["stream", "quay"]], event_types: ["message", "subscription", "stream"] }],
  ];
  const queues: Filled["queues"][number][] = [];
  for (const [of, fields] of clients) {
    const { queue_id, last_event_id } = await people[of].ok(people[of].post("/register", { ...fields, ...lifespan }));
    queues.push({ of, queue_id, last_event_id });
  }
  return queues;
}

async function makeChannels({ owner, cleo, ada, ben, gus, mo, zoe, bot }: People): Promise<Filled["channels"]> {
  const folder = await cleo.ok(
    cleo.post("/channel_folders/create", { name: "Docks", description: "Where *ships* lie" }),
  );
  const older = await cleo.ok(cleo.post("/channel_folders/create", { name: "Older" }));
  await cleo.ok(cleo.patch(`/channel_folders/${older.channel_folder_id}`, { is_archived: true }));
  const everybody = [owner, cleo, ada, ben, gus, mo, zoe, bot];
  const quay = await owner.channel("quay", everybody, {
    subscriptions: [{ name: "quay", description: "The **main** one" }],
    folder_id: folder.channel_folder_id,
  });
  const hold = await ada.channel("hold", [ada, ben, cleo], { invite_only: true, history_public_to_subscribers: false });
  const deck = await owner.channel("deck", [ada, zoe], {
    invite_only: true,
    history_public_to_subscribers: true,
    can_send_message_group: { direct_members: [ada.id], direct_subgroups: [] },
    can_administer_channel_group: { direct_members: [cleo.id, ada.id], direct_subgroups: [] },
  });
  const web = await owner.channel("web", everybody, { is_web_public: true });
  const old = await owner.channel("old", [owner, ada]);
  const kept = await owner.channel("kept", [ada, ben]);
  await owner.ok(
    owner.patch(`/streams/${kept}`, { message_retention_days: 36_500, topics_policy: "allow_empty_topic" }),
  );
  await owner.ok(owner.patch(`/streams/${old}`, { new_name: "ancient" }));
  await owner.ok(owner.post("/messages", { type: "channel", to: old, topic: "end", content: "The last word" }));
  await owner.ok(owner.delete(`/streams/${old}`));
  await cleo.ok(cleo.post("/default_streams", { stream_id: quay }));
  await cleo.ok(
    cleo.post("/default_stream_groups/create", { group_name: "start", description: "Begin", stream_names: ["web"] }),
  );
  await mo.ok(mo.delete("/users/me/subscriptions", { subscriptions: ["web"] }));
  return { quay, hold, deck, web, old, kept };
}

async function upload(by: Person): Promise<Filled["uploads"]> {
  const uploads = ["a log of tides", "a chart ⚓"];
  return Promise.all(
    uploads.map(async (text, index) => {
      const { url } = await by.ok(by.send("POST", "/user_uploads", file(text, `file ${index}.txt`)));
      return { path: url, text };
    }),
  );
}

async function exportAll(owner: Person): Promise<void> {
  await owner.ok(owner.post("/export/realm"));
  await until("it is exported", async () => {
    const { exports } = await owner.ok(owner.get("/export/realm"));
    return exports.every(({ pending }: Json) => !pending);
  });
}

/** Makes changes that only the realm contains, because the bulk store is blocked. */
async function outrunBulkStore(
  { url }: Server,
  { ada, ben, zoe }: People,
  { quay }: Filled["channels"],
  sent: Record<string, number>,
): Promise<Filled["unshipped"]> {
  await new Person(url, "", "").post("/testing/database", { mode: "refuse" });
  const unshipped: Record<string, string> = {};
  for (let index = 0; index < 5; index += 1) {
    const content = `late ${index}`;
    const { id } = await ada.ok(ada.post("/messages", { type: "channel", to: quay, topic: "late", content }));
    unshipped[id] = content;
    sent[content] = id;
  }
  const [first = ""] = Object.keys(unshipped);
  await ada.ok(ada.patch(`/messages/${first}`, { content: "late, and changed" }));
  unshipped[first] = "late, and changed";
  await ben.ok(ben.post(`/messages/${first}/reactions`, { emoji_name: "octopus" }));
  await zoe.ok(zoe.post("/messages/flags", { messages: [Number(first)], op: "add", flag: "starred" }));
  return unshipped;
}
