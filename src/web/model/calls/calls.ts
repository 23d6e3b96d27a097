import { derived } from "../capability.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { type Conversation, type ConversationKey, conversationKey } from "../routes/conversation.ts";
import type { Call, State } from "../state.ts";
import { callsOf } from "./calls-events.ts";

export type CallId = Call["call_id"];

type CallPlace = Pick<Call, "stream_id" | "topic" | "user_ids">;

export const callById = (state: State, id: CallId): Call | undefined =>
  callsOf(state).find(({ call_id }) => call_id === id);

export function conversationOfCall(call: CallPlace, me: UserId): Conversation {
  if (call.stream_id !== null) return { kind: "topic", channel: call.stream_id, topic: call.topic ?? "" };
  return { kind: "direct", users: call.user_ids.filter((id) => id !== me).sort((a, b) => a - b) };
}

const byConversation = derived(
  ["calls"],
  (state): ReadonlyMap<ConversationKey, Call> =>
    new Map(callsOf(state).map((call) => [conversationKey(conversationOfCall(call, state.user_id)), call])),
);

export const callIn = (state: State, key: ConversationKey): Call | undefined => byConversation(state).get(key);

/** True if the server has calls and the user can join them; spectators can't. */
export const hasCalls = (state: State): boolean =>
  state.server_calls !== undefined &&
  state.server_calls.mode !== "off" &&
  state.user_id > 0 &&
  state.outside_access?.can_call !== false;

/** True if someone is in the call. A call stays open for a while after the last member leaves. */
export const hasMembers = (call: Call | undefined): boolean => call !== undefined && call.member_ids.length > 0;

/** The call in a channel's voice room, if someone is in it. */
export const callInRoom = (state: State, channel: ChannelId): Call | undefined =>
  callsOf(state).find((call) => call.room && call.stream_id === channel && hasMembers(call));

/**
 * Returns the calls with members in a channel's topics or in one conversation, except the call in the channel's voice
 * room.
 */
export function callsWithin(state: State, within: ChannelId | ConversationKey): readonly Call[] {
  const isWithin = ({ stream_id, room }: Call) => stream_id === within && !room;
  const calls = typeof within === "number" ? callsOf(state).filter(isWithin) : [callIn(state, within)];
  return calls.filter((call) => call !== undefined).filter(hasMembers);
}
