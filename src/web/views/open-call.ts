import type { Client } from "../client/client.ts";
import { loadCalls } from "../loads.ts";
import { callIn, hasCalls } from "../model/calls/calls.ts";
import { canPost } from "../model/channels/channel-permissions.ts";
import { channelById } from "../model/channels/channels.ts";
import { hasPermission } from "../model/people/permissions.ts";
import { userById } from "../model/people/users.ts";
import { type Conversation, conversationKey } from "../model/routes/conversation.ts";
import type { State } from "../model/state.ts";
import { attempt } from "./attempt.ts";

/** Opens the preview dialog that precedes a call. */
export const openCall = (client: Client, conversation: Conversation, video = false) =>
  attempt(client, async () => (await loadCalls()).openPreview(client, conversation, video));

/** True if the user can start a call in the conversation, and none is in progress. */
export const canBeginCall = (state: State, conversation: Conversation): boolean =>
  hasCalls(state) && callIn(state, conversationKey(conversation)) === undefined && canStartCall(state, conversation);

/** True if the user can start calls and write in the conversation. */
export function canStartCall(state: State, conversation: Conversation): boolean {
  if (!hasPermission(state, "can_start_calls_group")) return false;
  if (conversation.kind === "topic") {
    const channel = channelById(state, conversation.channel);
    return channel !== undefined && canPost(state, channel);
  }
  return conversation.users.length > 0 && conversation.users.every((id) => userById(state, id)?.is_bot === false);
}
