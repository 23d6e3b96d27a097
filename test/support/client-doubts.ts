import type { Json } from "./json.ts";

/** Stands for a value that an event doesn't contain, so that a client would have to fetch it. */
export const UNKNOWN = "unknown";
/** Marks a channel that became visible. Its event doesn't contain whether the user was once subscribed. */
export const IS_NEW = "is_new";

/** Makes a value unknown in a copy of the state. */
type Doubt = (copy: Json) => void;
type Doubts = Map<string, Doubt>;

const doubtsOfStates = new WeakMap<object, Doubts>();

function doubtsOf(state: Json): Doubts {
  const known = doubtsOfStates.get(state);
  if (known !== undefined) return known;
  const doubts: Doubts = new Map();
  doubtsOfStates.set(state, doubts);
  return doubts;
}

/** Returns a copy of a client's state in which unknown values are marked. */
export function withDoubts(state: Json): Json {
  const copy = structuredClone(state);
  for (const doubt of doubtsOf(state).values()) doubt(copy);
  return copy;
}

/**
 * Makes the newest message of the user's history unknown: acting on a message adds it to the history, and changes of
 * access add or remove messages.
 */
const historyChanges = (doubts: Doubts) =>
  doubts.set("max_message_id", (copy) => {
    copy.max_message_id = UNKNOWN;
  });

const mentionsChange = (doubts: Doubts) =>
  doubts.set("mentions", (copy) => {
    copy.unread_msgs.mentions = UNKNOWN;
  });

/**
 * Makes mentions unknown if anything is muted: wildcard mentions in muted places don't notify, and the registration
 * doesn't list their ids.
 */
function mentionsMayChange(doubts: Doubts, { user_topics = [UNKNOWN], subscriptions }: Json): void {
  if (user_topics.length > 0 || subscriptions.some((one: Json) => one.is_muted)) mentionsChange(doubts);
}

/** User settings that unset channel settings inherit. */
const INHERITED: Record<string, string> = {
  enable_stream_desktop_notifications: "desktop_notifications",
  enable_stream_audible_notifications: "audible_notifications",
  enable_stream_push_notifications: "push_notifications",
  enable_stream_email_notifications: "email_notifications",
  wildcard_mentions_notify: "wildcard_mentions_notify",
};

/**
 * Makes a channel setting unknown when the user setting changes: a client that received the inherited value can't tell
 * it from one set on the channel.
 */
function inheritedChanges(doubts: Doubts, { subscriptions, unsubscribed }: Json, property: string): void {
  const inherited = INHERITED[property];
  if (inherited === undefined || subscriptions.some((one: Json) => one[inherited] === null)) return;
  for (const { stream_id } of [...subscriptions, ...unsubscribed]) {
    doubts.set(`${inherited} of ${stream_id}`, (copy) => {
      for (const one of [...copy.subscriptions, ...copy.unsubscribed])
        if (one.stream_id === stream_id) one[inherited] = UNKNOWN;
    });
  }
}

function personChanges(doubts: Doubts, state: Json, { user_id, delivery_email, avatar_url }: Json): void {
  if (avatar_url !== undefined) doubts.delete(`avatar of ${user_id}`);
  // Clients that get no Gravatar URL compute it from the email address.
  if (
    delivery_email === undefined ||
    delivery_email === null ||
    !state.realm_users.some((user: Json) => user.avatar_url === null)
  )
    return;
  doubts.set(`avatar of ${user_id}`, (copy) => {
    for (const user of [...copy.realm_users, ...copy.realm_non_active_users])
      if (user.user_id === user_id) user.avatar_url = UNKNOWN;
  });
}

function channelsCome(doubts: Doubts, { subscriptions, unsubscribed, never_subscribed }: Json, streams: Json[]): void {
  const known = new Set([...subscriptions, ...unsubscribed, ...never_subscribed].map((one) => one.stream_id));
  for (const { stream_id } of streams.filter((one) => !known.has(one.stream_id))) {
    doubts.set(`${IS_NEW} ${stream_id}`, (copy) => {
      for (const one of copy.never_subscribed) if (one.stream_id === stream_id) one[IS_NEW] = true;
    });
  }
}

const presenceChanges = (doubts: Doubts, name: string) =>
  doubts.set(`presence of ${name}`, ({ presences }) => {
    if (presences !== UNKNOWN && name in presences) presences[name] = UNKNOWN;
  });

type Note = (doubts: Doubts, state: Json, event: Json) => void;

/** The doubts that each event adds to a state, or removes. */
const NOTES: Record<string, Note> = {
  message: (doubts) => void doubts.delete("max_message_id"),
  update_message: (doubts, state, { orig_subject, new_stream_id, content }) => {
    // A message from another channel may be newer than all messages that the user has received.
    if (new_stream_id !== undefined) historyChanges(doubts);
    if (orig_subject !== undefined || content !== undefined) mentionsMayChange(doubts, state);
  },
  delete_message: (doubts, state, { message_id, message_ids = [message_id], message_type }) => {
    if (message_ids.includes(state.max_message_id)) historyChanges(doubts);
    if (message_type !== "private") return;
    doubts.set("recent_private_conversations", (copy) => {
      if ("recent_private_conversations" in copy) copy.recent_private_conversations = UNKNOWN;
    });
  },
  "reaction/add": (doubts, state, { user_id }) => {
    if (user_id === state.user_id) historyChanges(doubts);
  },
  "update_message_flags/add": (doubts, _, { flag }) => {
    if (flag !== "read") historyChanges(doubts);
  },
  "update_message_flags/remove": (doubts, state, { flag }) => {
    if (flag === "read") mentionsMayChange(doubts, state);
  },
  // The event only has the setting's newer name. Clients that fetch state also get the older one.
  "realm/update": (doubts, _, { property }) => {
    if (property !== "gif_rating_policy") return;
    doubts.set("realm_giphy_rating", (copy) => {
      if ("realm_giphy_rating" in copy) copy.realm_giphy_rating = UNKNOWN;
    });
  },
  user_topic: mentionsChange,
  "stream/create": (doubts, state, { streams }) => {
    historyChanges(doubts);
    channelsCome(doubts, state, streams);
  },
  // The channel may have contained the newest message. No event says which message is now the newest
  // (register-and-events.md 4).
  "stream/delete": (doubts, _, { stream_ids }) => {
    historyChanges(doubts);
    for (const id of stream_ids) doubts.delete(`${IS_NEW} ${id}`);
  },
  "subscription/add": (doubts, _, { subscriptions }) => {
    historyChanges(doubts);
    for (const name of Object.values(INHERITED))
      for (const { stream_id } of subscriptions) doubts.delete(`${name} of ${stream_id}`);
  },
  "subscription/remove": historyChanges,
  "subscription/update": (doubts, _, { stream_id, property }) => {
    doubts.delete(`${property} of ${stream_id}`);
    if (property === "is_muted") mentionsChange(doubts);
  },
  "user_settings/update": (doubts, state, { property }) => inheritedChanges(doubts, state, property),
  "realm_user/update": (doubts, state, { person }) => personChanges(doubts, state, person),
  presence: (doubts, { presences, realm_users }, { user_id, presences: changed = { [user_id]: {} } }) => {
    for (const id of Object.keys(changed)) {
      const { email } = realm_users.find((user: Json) => user.user_id === Number(id)) ?? {};
      // The registration identifies users by id or by email, and the event may do so by the other.
      const names = [id, email].filter((name) => name in presences);
      for (const name of names) presenceChanges(doubts, name);
      if (names.length > 0 || changed[id].idle_timestamp === 0) continue;
      doubts.set("presences", (copy) => {
        copy.presences = UNKNOWN;
      });
    }
  },
};

/** Marks the values of a state that a client can't know after it has applied an event. */
export const noteDoubts = (state: Json, whole: Json, { name, event }: { name: string; event: Json }): void =>
  NOTES[name]?.(doubtsOf(state), { ...whole, user_topics: state.user_topics }, event);
