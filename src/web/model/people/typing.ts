import type { FieldsOf } from "../event.ts";
import type { Handlers } from "../handlers.ts";
import type { MessageId, UserId } from "../ids.ts";
import { type ConversationKey, conversationKeyOf, directKey, topicKey } from "../places/conversation.ts";
import type { State } from "../state.ts";

/** The users who are typing. They are kept beside the state, because registrations do not have them. */
interface Typists {
  readonly where: Map<ConversationKey, Set<UserId>>;
  readonly editing: Map<MessageId, Set<UserId>>;
}

const typistsOfStates = new WeakMap<State, Typists>();

function typistsOf(state: State): Typists {
  const known = typistsOfStates.get(state);
  if (known !== undefined) return known;
  const typists: Typists = { where: new Map(), editing: new Map() };
  typistsOfStates.set(state, typists);
  return typists;
}

/** The users who are writing a message in a conversation, in the order in which they began. */
export const typingIn = (state: State, key: ConversationKey): readonly UserId[] => [
  ...(typistsOf(state).where.get(key) ?? []),
];

/** The users who are editing a message. */
export const editing = (state: State, id: MessageId): readonly UserId[] => [
  ...(typistsOf(state).editing.get(id) ?? []),
];

function start<Key>(typists: Map<Key, Set<UserId>>, key: Key, user: UserId): void {
  typists.set(key, (typists.get(key) ?? new Set()).add(user));
}

function stop<Key>(typists: Map<Key, Set<UserId>>, key: Key, user: UserId): boolean {
  const users = typists.get(key);
  if (users === undefined || !users.delete(user)) return false;
  if (users.size === 0) typists.delete(key);
  return true;
}

function keyOf(state: State, { recipients = [], stream_id, topic }: FieldsOf<"typing/start">): ConversationKey {
  if (stream_id !== undefined) return topicKey(stream_id, topic ?? "");
  return directKey(recipients.map((one) => one.user_id).filter((id) => id !== state.user_id));
}

/**
 * A client that is closed during typing sends no stop. After `server_typing_started_expiry_period_milliseconds` this client
 * has to apply the same event in its place.
 */
export const typingEvents: Handlers = {
  "typing/start": (state, event) => {
    if (event.sender.user_id === state.user_id) return false;
    start(typistsOf(state).where, keyOf(state, event), event.sender.user_id);
    return true;
  },
  "typing/stop": (state, event) => stop(typistsOf(state).where, keyOf(state, event), event.sender.user_id),
  "typing_edit_message/start": (state, { message_id, sender_id }) => {
    if (sender_id === state.user_id) return false;
    start(typistsOf(state).editing, message_id, sender_id);
    return true;
  },
  "typing_edit_message/stop": (state, { message_id, sender_id }) =>
    stop(typistsOf(state).editing, message_id, sender_id),
  /** A user who has sent a message does not write it any more. */
  message: (state, { message }) =>
    stop(typistsOf(state).where, conversationKeyOf(message, state.user_id), message.sender_id),
};
