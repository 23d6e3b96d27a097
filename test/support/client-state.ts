import { apply, changesState } from "../../src/web/model/apply.ts";
import { eventName } from "../../src/web/model/handlers.ts";
import type { State } from "../../src/web/model/state.ts";
import { noteDoubts } from "./client-doubts.ts";
import type { Json } from "./json.ts";
import { legacyFor } from "./legacy-state.ts";
import { ofOwnTexts } from "./own-texts.ts";

/**
 * Events about messages, which a registration doesn't return, or about things that clients fetch only when they need
 * them.
 */
const WITHOUT_STATE = [
  ...[
    "heartbeat",
    "reaction/add",
    "reaction/remove",
    "submessage",
    "invites_changed",
    "bot_command",
    "press",
    "press_answer",
  ],
  ...[
    "attachment/add",
    "attachment/update",
    "attachment/remove",
    "realm_export",
    "realm_export_consent",
    "own_exports",
    "compliance_exports",
    "assistants_changed",
  ],
  ...["typing_edit_message/start", "typing_edit_message/stop"],
  // After this event, no one can register.
  "realm/deactivated",
];

/**
 * Returns an empty value for everything that the model reads. Clients that requested less are given these values while
 * events are applied.
 */
export const emptyState = (): Json => ({
  ...{ realm_users: [], realm_non_active_users: [], cross_realm_bots: [], realm_bots: [], muted_users: [] },
  ...{ presences: {}, user_status: {}, realm_user_groups: [], channel_folders: [], user_topics: [] },
  ...{ subscriptions: [], unsubscribed: [], never_subscribed: [] },
  ...{ unread_msgs: { pms: [], streams: [], huddles: [], mentions: [] }, recent_private_conversations: [] },
  ...{ starred_messages: [], reminders: [], ...ofOwnTexts(() => []) },
  ...{ user_settings: {}, devices: {}, navigation_views: [], realm_domains: [] },
  ...{ realm_user_settings_defaults: {} },
});

/** Applies later events to a client's state, as the web client does, and marks values that the client can't know. */
export function applyEvents(state: Json, events: readonly Json[]): void {
  const whole: Json = { ...emptyState(), ...state };
  const notAsked = Object.keys(emptyState()).filter((name) => !(name in state));
  for (const event of events) {
    const name = eventName(event);
    noteDoubts(state, whole, { name, event });
    applyOne(whole, name, event);
  }
  for (const [name, value] of Object.entries(whole)) if (!notAsked.includes(name)) state[name] = value;
}

function applyOne(state: Json, name: string, event: Json): void {
  const legacy = legacyFor(state, name);
  if (name === "stream/create") createChannels(state, event);
  else if (legacy !== undefined) legacy(state, event);
  else if (changesState(event)) apply(state as State, event);
  else if (!WITHOUT_STATE.includes(name))
    throw new Error(
      `no handler in src/web/model applies ${name}; if the client ignores it, test/support/legacy-state.ts does`,
    );
}

/** Adds a new channel. A client that requested subscribers receives those of the channel in further events. */
function createChannels(state: Json, event: Json): void {
  const lists = [state.subscriptions, state.unsubscribed, state.never_subscribed];
  const asksForThem = lists.every((list) => list.every((one: Json) => one.subscribers !== undefined));
  apply(state as State, event);
  const isNew = ({ stream_id }: Json) => event.streams.some((one: Json) => one.stream_id === stream_id);
  if (asksForThem) for (const channel of state.never_subscribed.filter(isNew)) channel.subscribers ??= [];
}
