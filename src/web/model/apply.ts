import { callsEvents } from "./calls/calls-events.ts";
import { ringEvents } from "./calls/rings.ts";
import { type Capability, touch } from "./capability.ts";
import { boardsEvents } from "./channels/boards.ts";
import { channelsEvents } from "./channels/channels.ts";
import { outsideEvents } from "./channels/outside-links.ts";
import { topicsEvents } from "./channels/topics.ts";
import { emojiEvents } from "./emoji/emoji.ts";
import type { AnyEvent } from "./event.ts";
import { draftsEvents, eventName, type Handlers, keyedLists, scheduledEvents, withoutItems } from "./handlers.ts";
import { deletedBy } from "./messages/message-update.ts";
import { realmEvents } from "./organization/realm.ts";
import { accountEvents } from "./people/account.ts";
import { groupsEvents } from "./people/groups.ts";
import { typingEvents } from "./people/typing.ts";
import { presenceEvents, usersEvents } from "./people/users.ts";
import type { NavigationView, State } from "./state.ts";
import { unreadEvents } from "./unread/unread-events.ts";

const starredEvents: Handlers = {
  message: (state, { message, flags }) => {
    if (!flags.includes("starred")) return false;
    state.starred_messages.push(message.id);
    return true;
  },
  "update_message_flags/add": (state, { flag, messages }) => {
    if (flag !== "starred") return false;
    state.starred_messages = [...withoutItems(state.starred_messages, messages), ...messages];
    return true;
  },
  "update_message_flags/remove": (state, { flag, messages }) => {
    if (flag !== "starred") return false;
    state.starred_messages = withoutItems(state.starred_messages, messages);
    return true;
  },
  delete_message: (state, event) => {
    const deleted = deletedBy(event);
    const kept = state.starred_messages.filter((id) => !deleted.includes(id));
    if (kept.length === state.starred_messages.length) return false;
    state.starred_messages = kept;
    return true;
  },
};

const views = keyedLists((view: NavigationView) => view.fragment);

const navigationEvents: Handlers = {
  "navigation_view/add": (state, { navigation_view }) => views.put(state.navigation_views, { ...navigation_view }),
  "navigation_view/update": (state, { fragment, data }) =>
    Object.assign(views.get(state.navigation_views, fragment) ?? {}, data),
  "navigation_view/remove": (state, { fragment }) => views.take(state.navigation_views, fragment),
};

const TABLES: readonly (readonly [Capability, Handlers])[] = [
  ["account", accountEvents],
  ["realm", realmEvents],
  ["users", usersEvents],
  ["presence", presenceEvents],
  ["groups", groupsEvents],
  ["boards", boardsEvents],
  ["outside", outsideEvents],
  ["channels", channelsEvents],
  ["topics", topicsEvents],
  ["unread", unreadEvents],
  ["starred", starredEvents],
  ["emoji", emojiEvents],
  ["drafts", draftsEvents],
  ["later", scheduledEvents],
  ["navigation", navigationEvents],
  ["typing", typingEvents],
  ["calls", callsEvents],
  ["calls", ringEvents],
];

type EventHandler = (state: State, event: AnyEvent) => Capability | undefined;

const STEPS = new Map<string, EventHandler[]>();
for (const [capability, handlers] of TABLES) {
  for (const [name, handle] of Object.entries(handlers)) {
    // The type of `TABLES` ensures that each handler is stored under the name of the event it takes.
    const run = handle as (state: State, event: unknown) => unknown;
    const step: EventHandler = (state, event) => (run(state, event) === false ? undefined : capability);
    STEPS.set(name, [...(STEPS.get(name) ?? []), step]);
  }
}

/**
 * Applies an event to the state in place, and returns the capabilities that have changed. The messages themselves
 * aren't part of the state (`Messages`). Unknown events change nothing.
 */
export function apply(state: State, event: AnyEvent): readonly Capability[] {
  const steps = STEPS.get(eventName(event)) ?? [];
  const changed = steps.map((step) => step(state, event)).filter((one) => one !== undefined);
  touch(state, changed);
  return changed;
}

export const changesState = (event: AnyEvent): boolean => STEPS.has(eventName(event));
