import { type Handlers, keyedLists } from "./handlers.ts";
import type { Draft, Reminder, SavedSnippet, ScheduledMessage } from "./state.ts";

const scheduled = keyedLists((message: ScheduledMessage) => message.scheduled_message_id);
const reminders = keyedLists((reminder: Reminder) => reminder.reminder_id);
const snippets = keyedLists((snippet: SavedSnippet) => snippet.id);

export const scheduledEvents: Handlers = {
  "scheduled_messages/add": (state, event) => {
    for (const message of event.scheduled_messages) scheduled.put(state.scheduled_messages, message);
  },
  "scheduled_messages/update": (state, event) => scheduled.put(state.scheduled_messages, event.scheduled_message),
  "scheduled_messages/remove": (state, event) => {
    scheduled.take(state.scheduled_messages, event.scheduled_message_id);
  },
  "reminders/add": (state, event) => {
    for (const reminder of event.reminders) reminders.put(state.reminders, reminder);
  },
  "reminders/remove": (state, { reminder_id }) => {
    reminders.take(state.reminders, reminder_id);
  },
  "saved_snippets/add": (state, { saved_snippet }) => snippets.put(state.saved_snippets, saved_snippet),
  "saved_snippets/update": (state, { saved_snippet }) => snippets.put(state.saved_snippets, saved_snippet),
  "saved_snippets/remove": (state, { saved_snippet_id }) => {
    snippets.take(state.saved_snippets, saved_snippet_id);
  },
};

const drafts = keyedLists((draft: Draft) => draft.id);

export const draftsEvents: Handlers = {
  "drafts/add": (state, event) => {
    for (const draft of event.drafts) drafts.put(state.drafts, draft);
  },
  "drafts/update": (state, { draft }) => drafts.put(state.drafts, draft),
  "drafts/remove": (state, { draft_id }) => {
    drafts.take(state.drafts, draft_id);
  },
  /** Accounts that don't synchronize drafts have none on the server. */
  "user_settings/update": (state, { property, value }) => {
    if (property !== "enable_drafts_synchronization" || value === true) return false;
    state.drafts = [];
    return true;
  },
};
