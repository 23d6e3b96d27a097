import type { Json, Person } from "../../process/support/person.ts";
import { MODERN } from "../../support/modern-client.ts";
import { OWN_TEXTS } from "../../support/own-texts.ts";
import { Violation } from "../frame/part.ts";
import type { World } from "./world.ts";

/** Returns all messages that a user has received, or all messages of a channel. */
export async function messagesOf(person: Person, channel?: number): Promise<Json[]> {
  const all = { anchor: "newest", num_before: 5000, num_after: 0, apply_markdown: false, client_gravatar: false };
  const narrow = channel === undefined ? [] : [{ operator: "channel", operand: channel }];
  return (await person.ok(person.get("/messages", { ...all, narrow }))).messages;
}

/** Returns the current values of all facts, by the names that the ledger uses. */
export async function observe(world: World): Promise<Map<string, string>> {
  const facts = new Map<string, string>();
  const seen = new Map<number, string>();
  for (const person of world.people) {
    const state = await person.ok(person.post("/register", MODERN));
    await person.ok(person.delete("/events", { queue_id: state.queue_id }));
    observeMessages(await messagesOf(person), { person, facts, seen });
    for (const [name, value] of [...personalFacts(person, state, world), ...(await filesOf(person))])
      facts.set(name, value);
    if (person !== world.owner) continue;
    for (const [name, value] of organizationFacts(state)) facts.set(name, value);
    // Messages sent to a channel without subscribers are in no user's own messages.
    for (const channel of world.channels) observeMessages(await messagesOf(person, channel), { person, facts, seen });
  }
  return facts;
}

const token = (text: string) => text.split(/[ \n]/, 1)[0] ?? "";

interface Observation {
  readonly person: Person;
  readonly facts: Map<string, string>;
  /** What users that were read earlier saw of each message. */
  readonly seen: Map<number, string>;
}

/** Adds the facts of messages. Throws if two users see a message differently, or one sees it twice. */
function observeMessages(messages: readonly Json[], { person, facts, seen }: Observation): void {
  const byToken = new Map<string, number>();
  for (const message of messages) {
    const { id, content, type, subject, reactions, flags } = message;
    if (message.client === "Internal") continue;
    const name = `message/${token(content)}`;
    const other = byToken.get(name);
    if (other !== undefined) throw new Violation(`${name} is there twice, as ${other} and ${id}`);
    byToken.set(name, id);
    const shown = JSON.stringify([content, subject, reactions, message.last_edit_timestamp, message.edit_history]);
    const before = seen.get(id) ?? shown;
    if (before !== shown) throw new Violation(`message ${id} is not the same for all`, [before, shown]);
    seen.set(id, shown);
    facts.set(name, content);
    if (type === "stream") facts.set(`${name}/topic`, subject);
    for (const { user_id } of reactions) facts.set(`${name}/reaction/${user_id}`, "on");
    for (const flag of flags) facts.set(`${name}/${flag}/${person.id}`, "on");
  }
}

function personalFacts(person: Person, state: Json, { general, channels }: World): Map<string, string> {
  const { id } = person;
  const facts = new Map<string, string>();
  for (const { kind, list } of OWN_TEXTS) {
    for (const { content } of state[list]) facts.set(`${kind}/${token(content)}`, content);
  }
  for (const channel of state.subscriptions) {
    if (channels.includes(channel.stream_id)) facts.set(`subscription/${id}/${channel.stream_id}`, "on");
    if (channel.stream_id === general) facts.set(`colour/${id}`, channel.color);
  }
  for (const { topic_name, visibility_policy } of state.user_topics) {
    facts.set(`visibility/${id}/${topic_name}`, String(visibility_policy));
  }
  for (const word of state.alert_words) facts.set(`alert/${id}/${word}`, "on");
  for (const _ of state.muted_users) facts.set(`muted/${id}`, "on");
  if (state.user_settings.high_contrast_mode) facts.set(`setting/${id}`, "on");
  const { status_text } = state.user_status[id] ?? {};
  if (status_text) facts.set(`status/${id}`, status_text);
  facts.set(`full name/${id}`, state.full_name);
  return facts;
}

async function filesOf(person: Person): Promise<Map<string, string>> {
  const { attachments } = await person.ok(person.get("/attachments"));
  return new Map(attachments.map(({ name }: Json) => [`file/${name}`, "there"]));
}

function organizationFacts(state: Json): Map<string, string> {
  const facts = new Map<string, string>();
  facts.set("organization/description", state.realm_description);
  const channels = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed];
  for (const { name, stream_id, description, is_archived } of channels) {
    facts.set(`channel/${name}`, "there");
    facts.set(`description/${stream_id}`, description);
    if (is_archived) facts.set(`channel/${name}/archived`, "yes");
  }
  // The members of system groups follow from the roles.
  const groups = state.realm_user_groups.filter((group: Json) => !group.is_system_group);
  for (const { id, name, description, members } of groups) {
    facts.set(`group/${name}`, "there");
    facts.set(`description of group/${id}`, description);
    for (const member of members) facts.set(`member/${id}/${member}`, "on");
  }
  for (const { user_id, delivery_email, role } of state.realm_users) {
    facts.set(`account/${delivery_email}`, "there");
    facts.set(`role/${user_id}`, String(role));
  }
  for (const { pattern } of state.realm_linkifiers) facts.set(`linkifier/${pattern.split("(")[0]}`, "there");
  return facts;
}
