import type { AnyEvent, EventName, EventNamed } from "./event.ts";
import { perObject } from "./per-object.ts";
import type { Draft, Reminder, SavedSnippet, ScheduledMessage, State } from "./state.ts";

/**
 * A capability's event handlers, by event name. Each updates the capability's part of the state in place, and returns
 * `false` if nothing changed.
 */
export type Handlers = { readonly [Name in EventName]?: (state: State, event: EventNamed<Name>) => unknown };

export const eventName = ({ type, op }: Pick<AnyEvent, "type" | "op">): string =>
  op === undefined ? type : `${type}/${op}`;

/** Finds list items by key. A list's lookup is built on first use and kept up to date by changes. */
interface KeyedLists<Item, Key> {
  get(list: readonly Item[], key: Key): Item | undefined;
  /** Replaces the item with the same key, or appends it. */
  put(list: Item[], item: Item): void;
  /** Removes and returns the item with a key. */
  take(list: Item[], key: Key): Item | undefined;
}

export function keyedLists<Item, Key>(keyOf: (item: Item) => Key): KeyedLists<Item, Key> {
  const lookupOf = perObject((list: readonly Item[]) => new Map(list.map((item) => [keyOf(item), item])));
  return {
    get: (list, key) => lookupOf(list).get(key),
    put(list, item) {
      const lookup = lookupOf(list);
      const key = keyOf(item);
      const old = lookup.get(key);
      if (old === undefined) list.push(item);
      else list[list.indexOf(old)] = item;
      lookup.set(key, item);
    },
    take(list, key) {
      const lookup = lookupOf(list);
      const item = lookup.get(key);
      if (item === undefined) return undefined;
      lookup.delete(key);
      list.splice(list.indexOf(item), 1);
      return item;
    },
  };
}

export function withoutItems<Item>(list: readonly Item[], items: Iterable<Item>): Item[] {
  const gone = new Set(items);
  return list.filter((item) => !gone.has(item));
}

const scheduled = keyedLists((message: ScheduledMessage) => message.scheduled_message_id);
const reminders = keyedLists((reminder: Reminder) => reminder.reminder_id);
const snippets = keyedLists((snippet: SavedSnippet) => snippet.id);

export const scheduledEvents: Handlers = {
  "scheduled_messages/add": (state, event) => {
    for (const message of event.scheduled_messages) scheduled.put(state.scheduled_messages, message);
  },
  "scheduled_messages/update": (state, event) => scheduled.put(state.scheduled_messages, event.scheduled_message),
  "scheduled_messages/remove": (state, event) => scheduled.take(state.scheduled_messages, event.scheduled_message_id),
  "reminders/add": (state, event) => {
    for (const reminder of event.reminders) reminders.put(state.reminders, reminder);
  },
  "reminders/remove": (state, { reminder_id }) => reminders.take(state.reminders, reminder_id),
  "saved_snippets/add": (state, { saved_snippet }) => snippets.put(state.saved_snippets, saved_snippet),
  "saved_snippets/update": (state, { saved_snippet }) => snippets.put(state.saved_snippets, saved_snippet),
  "saved_snippets/remove": (state, { saved_snippet_id }) => snippets.take(state.saved_snippets, saved_snippet_id),
};

const drafts = keyedLists((draft: Draft) => draft.id);

export const draftsEvents: Handlers = {
  "drafts/add": (state, event) => {
    for (const draft of event.drafts) drafts.put(state.drafts, draft);
  },
  "drafts/update": (state, { draft }) => drafts.put(state.drafts, draft),
  "drafts/remove": (state, { draft_id }) => drafts.take(state.drafts, draft_id),
  /** Accounts that don't synchronize drafts have none on the server. */
  "user_settings/update": (state, { property, value }) => {
    if (property !== "enable_drafts_synchronization" || value === true) return false;
    state.drafts = [];
    return true;
  },
};
