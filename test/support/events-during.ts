import * as v from "valibot";
import { expect } from "vitest";
import { features } from "../../src/features.ts";
import { follow, UNKNOWN } from "./client-state.ts";
import type { Fields, Json, Person, Queue } from "./person.ts";

/** A client that wants everything, in the modern form. */
export const MODERN: Fields = {
  apply_markdown: true,
  client_gravatar: false,
  include_subscribers: true,
  client_capabilities: {
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
  },
};

/**
 * The events that an action causes, for each of the people who watch. Every event is of its declared form; and what a
 * client knows by following them is what a fresh registration tells.
 */
export async function eventsDuring(people: readonly Person[], action: () => Promise<unknown>): Promise<Json[][]> {
  const queues: Queue[] = [];
  for (const person of people) queues.push(await person.queue(MODERN));
  await action();
  const all: Json[][] = [];
  for (const queue of queues) {
    const { owner } = queue;
    const events = await queue.events();
    for (const event of events) checkForm(event);
    const alive = await owner.post("/register", MODERN);
    if (alive.status === 200) {
      const known = structuredClone(queue.state);
      follow(known, events);
      for (const name of Object.keys(known)) if (known[name] === UNKNOWN) known[name] = alive.body[name];
      expect(comparable(known), `what ${owner.email} knows by its events`).toEqual(comparable(alive.body));
    }
    all.push(events);
  }
  return all;
}

const kinds = features.flatMap(({ events = [] }) => events.map(({ kind }) => kind));

function checkForm(event: Json): void {
  const forms = kinds.filter(({ type, op }) => type === event.type && op === event.op);
  const issues = forms.map(({ wire }) => v.safeParse(wire, event).issues?.map((issue) => issue.message) ?? []);
  const best = issues.sort((a, b) => a.length - b.length)[0] ?? ["no such event is declared"];
  expect(best, `the form of ${JSON.stringify(event)}`).toEqual([]);
}

/** What is not kept up to date by events: ids and times of the answer itself, and counts that clients compute. */
const VOLATILE = [
  "queue_id",
  "last_event_id",
  "server_timestamp",
  "presence_last_update_id",
  "server_generation",
  "ignored_parameters_unsupported",
  // They follow from one's groups and the organization's permissions, of which clients are told.
  "can_create_streams",
  "can_create_public_streams",
  "can_create_private_streams",
  "can_create_web_public_streams",
  "can_invite_others_to_realm",
  "can_subscribe_other_users",
];
const VOLATILE_WITHIN = ["subscriber_count", "stream_weekly_traffic", "last_updated", "count"];

const ID_NAMES = ["id", "user_id", "stream_id", "other_user_id", "user_ids_string", "max_message_id", "name"];

/** A state in one order, without what is volatile. */
function comparable(state: Json): Json {
  const rest = Object.fromEntries(Object.entries(state).filter(([name]) => !VOLATILE.includes(name)));
  return ordered(rest);
}

function ordered(value: Json): Json {
  if (Array.isArray(value))
    return value
      .map(ordered)
      .sort((a, b) => compare(sortKey(a), sortKey(b)) || compare(JSON.stringify(a), JSON.stringify(b)));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.keys(value)
      .filter((name) => !VOLATILE_WITHIN.includes(name))
      .sort()
      .map((name) => [name, ordered(value[name])]),
  );
}

function sortKey(value: Json): number | string {
  if (value === null || typeof value !== "object") return value;
  const name = ID_NAMES.find((each) => value[each] !== undefined);
  return name === undefined ? JSON.stringify(value) : value[name];
}

const compare = (a: number | string, b: number | string) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
