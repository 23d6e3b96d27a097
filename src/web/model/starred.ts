import type { Handlers } from "./handlers.ts";
import type { MessageId } from "./ids.ts";
import { without } from "./keyed-list.ts";

export interface StarredState {
  starred_messages: MessageId[];
}

interface FlagChange {
  readonly flag: string;
  readonly messages: readonly MessageId[];
}

export const starredEvents: Handlers = {
  message: (state, { message, flags }: { readonly message: { readonly id: MessageId }; readonly flags: string[] }) => {
    if (!flags.includes("starred")) return false;
    state.starred_messages.push(message.id);
    return true;
  },
  "update_message_flags/add": (state, { flag, messages }: FlagChange) => {
    if (flag !== "starred") return false;
    state.starred_messages = [...without(state.starred_messages, messages), ...messages];
    return true;
  },
  "update_message_flags/remove": (state, { flag, messages }: FlagChange) => {
    if (flag !== "starred") return false;
    state.starred_messages = without(state.starred_messages, messages);
    return true;
  },
  delete_message: (state, event: { readonly message_ids?: readonly MessageId[]; readonly message_id?: MessageId }) => {
    const { message_ids = [event.message_id] } = event;
    const kept = state.starred_messages.filter((id) => !message_ids.includes(id));
    if (kept.length === state.starred_messages.length) return false;
    state.starred_messages = kept;
    return true;
  },
};
