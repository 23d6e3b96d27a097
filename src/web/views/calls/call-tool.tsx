import { currentCall } from "../../client/calls/current-call.ts";
import { useClient } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { callIn, hasCalls, hasMembers } from "../../model/calls/calls.ts";
import { type Conversation, conversationKey } from "../../model/routes/conversation.ts";
import { ToolButton } from "../../parts/button.tsx";
import { callsWords } from "../../words/calls.ts";
import { canStartCall, openCall } from "../open-call.ts";

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
