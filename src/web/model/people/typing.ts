import { derived } from "../capability.ts";
import type { FieldsOf } from "../event.ts";
import type { Handlers } from "../handlers.ts";
import type { UserId } from "../ids.ts";
import { type ConversationKey, conversationKeyOf, directKey, topicKey } from "../routes/conversation.ts";
import type { State } from "../state.ts";

/** Users who are typing, by conversation. Kept outside the state, because registrations don't include them. */
const typistsOf = derived([], () => new Map<ConversationKey, Set<UserId>>());

/** The users who are typing in a conversation, in the order they started. */
export const typingIn = (state: State, key: ConversationKey): readonly UserId[] => [
  ...(typistsOf(state).get(key) ?? []),
];

function stop(state: State, key: ConversationKey, user: UserId): boolean {
  const typists = typistsOf(state);
  const users = typists.get(key);
  if (users === undefined || !users.delete(user)) return false;
  if (users.size === 0) typists.delete(key);
  return true;
}

function typingKey(state: State, { recipients = [], stream_id, topic }: FieldsOf<"typing/start">): ConversationKey {
  if (stream_id !== undefined) return topicKey(stream_id, topic ?? "");
  return directKey(recipients.map((one) => one.user_id).filter((id) => id !== state.user_id));
}

/**
 * Events about who is typing. A client that is closed while its user is typing sends no stop event, so this client must
 * apply one itself after `server_typing_started_expiry_period_milliseconds`.
 */
export const typingEvents: Handlers = {
  "typing/start": (state, event) => {
    if (event.sender.user_id === state.user_id) return false;
    const [typists, key] = [typistsOf(state), typingKey(state, event)];
    typists.set(key, (typists.get(key) ?? new Set()).add(event.sender.user_id));
    return true;
  },
  "typing/stop": (state, event) => stop(state, typingKey(state, event), event.sender.user_id),
  /** A user who sent a message is no longer typing it. */
  message: (state, { message }) => stop(state, conversationKeyOf(message, state.user_id), message.sender_id),
};
