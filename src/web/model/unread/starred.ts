import type { Handlers } from "../handlers.ts";
import { without } from "../keyed-list.ts";
import { deletedBy } from "../messages/message-update.ts";

export const starredEvents: Handlers = {
  message: (state, { message, flags }) => {
    if (!flags.includes("starred")) return false;
    state.starred_messages.push(message.id);
    return true;
  },
  "update_message_flags/add": (state, { flag, messages }) => {
    if (flag !== "starred") return false;
    state.starred_messages = [...without(state.starred_messages, messages), ...messages];
    return true;
  },
  "update_message_flags/remove": (state, { flag, messages }) => {
    if (flag !== "starred") return false;
    state.starred_messages = without(state.starred_messages, messages);
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
