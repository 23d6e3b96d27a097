import { IS_NEW, UNKNOWN, withDoubts } from "./client-doubts.ts";
import type { Json } from "./json.ts";

/** Fields that events don't update: ids and times of the response itself, and values that clients derive. */
const VOLATILE = [
  "queue_id",
  "last_event_id",
  "server_timestamp",
  "presence_last_update_id",
  "server_generation",
  "ignored_parameters_unsupported",
  // In the language that the user had when the client registered.
  "server_report_message_types",
  // Derived from the user's groups and the organization's permissions, which events do update.
  "can_create_streams",
  "can_create_public_streams",
  "can_create_private_streams",
  "can_create_web_public_streams",
  "can_invite_others_to_realm",
  "can_subscribe_other_users",
  // Approximations of permissions for older clients (register-and-events.md 4.1).
  "realm_create_public_stream_policy",
  "realm_create_private_stream_policy",
  "realm_create_web_public_stream_policy",
  "realm_wildcard_mention_policy",
];
const VOLATILE_WITHIN = ["stream_weekly_traffic", "last_updated", "count"];

const ID_NAMES = ["id", "user_id", "stream_id", "other_user_id", "user_ids_string", "max_message_id", "name"];

/**
 * Returns a client's state and a new registration in a form in which they can be compared. They are equal if the
 * client's events were complete.
 */
export function comparableStates(state: Json, registration: Json): { known: Json; fresh: Json } {
  const fresh = comparable(registration);
  return { known: filledIn(comparable(withLeftChannels(withDoubts(state), registration)), fresh), fresh };
}

/**
 * Adds what no event contains: whether the user was once subscribed to a channel that became visible, and with which
 * settings. A client receives this when it registers again (register-and-events.md 5.3).
 */
function withLeftChannels(state: Json, { unsubscribed: left = [] }: Json): Json {
  if (state.never_subscribed === undefined) return state;
  const isLeft = (channel: Json) => channel[IS_NEW] && left.some((one: Json) => one.stream_id === channel.stream_id);
  const unmarked = ({ [IS_NEW]: _, ...channel }: Json) => channel;
  const found = state.never_subscribed.filter(isLeft).map((channel: Json) => ({
    ...left.find((one: Json) => one.stream_id === channel.stream_id),
    ...unmarked(channel),
  }));
  return {
    ...state,
    never_subscribed: state.never_subscribed.filter((channel: Json) => !isLeft(channel)).map(unmarked),
    unsubscribed: [...state.unsubscribed, ...found],
  };
}

/** Fills in unknown values from the registration. */
function filledIn(known: Json, fresh: Json): Json {
  if (known === UNKNOWN) return fresh;
  if (known === null || typeof known !== "object") return known;
  if (Array.isArray(known)) return known.map((value, index) => filledIn(value, fresh?.[index]));
  return Object.fromEntries(Object.entries(known).map(([name, value]) => [name, filledIn(value, fresh?.[name])]));
}

/** Returns a state in a fixed order, without the fields that events don't update. */
export function comparable(state: Json): Json {
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
