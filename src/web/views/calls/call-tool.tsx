import { currentCall } from "../../client/calls/current-call.ts";
import { type Client, useClient } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { loadCalls } from "../../loads.ts";
import { callIn, hasCalls, hasMembers } from "../../model/calls/calls.ts";
import { canPost } from "../../model/channels/channel-permissions.ts";
import { channelById } from "../../model/channels/channels.ts";
import { hasPermission } from "../../model/people/permissions.ts";
import { userById } from "../../model/people/users.ts";
import { type Conversation, conversationKey } from "../../model/routes/conversation.ts";
import type { State } from "../../model/state.ts";
import { ToolButton } from "../../parts/button.tsx";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";

export interface CallToolProps {
  readonly conversation: Conversation;
}

/** The button in a conversation's header that starts a call, or joins the ongoing one. */
export function CallTool({ conversation }: CallToolProps) {
  const client = useClient();
  const state = client.watch("calls", "channels", "users", "groups", "realm", "outside");
  const call = callIn(state, conversationKey(conversation));
  const isIn = call !== undefined && currentCall.value?.call === call.call_id;
  const isOpen = hasCalls(state) && !isIn && (call !== undefined || canStartCall(state, conversation));
  const open = () => openCall(client, conversation);
  useAction("call", open, isOpen && currentCall.value === undefined);
  if (!isOpen) return null;
  const w = callsWords();
  return (
    <ToolButton
      icon={call?.video ? "video" : "phone"}
      label={call === undefined ? w.start : w.join}
      action="call"
      onClick={() => void open()}
    >
      {hasMembers(call) && <span class="call-dot" />}
    </ToolButton>
  );
}

/** Opens the dialog before a call. */
export const openCall = (client: Client, conversation: Conversation, video = false) =>
  attempt(client, async () => (await loadCalls()).openPreview(client, conversation, video));

/** True if the user can start a call in the conversation, and none is in progress. */
export const canBeginCall = (state: State, conversation: Conversation): boolean =>
  hasCalls(state) && callIn(state, conversationKey(conversation)) === undefined && canStartCall(state, conversation);

/** True if the user can start calls and write in the conversation. */
function canStartCall(state: State, conversation: Conversation): boolean {
  if (!hasPermission(state, "can_start_calls_group")) return false;
  if (conversation.kind === "topic") {
    const channel = channelById(state, conversation.channel);
    return channel !== undefined && canPost(state, channel);
  }
  return conversation.users.length > 0 && conversation.users.every((id) => userById(state, id)?.is_bot === false);
}
