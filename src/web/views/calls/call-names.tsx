import "./call-sign.css";
import { useState } from "preact/hooks";
import { currentCall } from "../../client/calls/current-call.ts";
import { useClient } from "../../client/client.ts";
import { loadCalls } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { callInRoom, callsWithin, conversationOfCall, hasCalls } from "../../model/calls/calls.ts";
import { voiceRoomsOf } from "../../model/calls/calls-events.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import { type ConversationKey, placeOfConversation } from "../../model/routes/conversation.ts";
import type { Call, State } from "../../model/state.ts";
import { Icon } from "../../parts/icon.tsx";
import { labelled } from "../../words/app.ts";
import { callsWords } from "../../words/calls.ts";
import { listed } from "../../words/format.ts";
import { attempt } from "../attempt.ts";
import { nameOfDirect, nameOfUser } from "../people/names.ts";
import { UserFace } from "../people/user-face.tsx";

export const formatUserNames = (state: State, users: readonly UserId[]): string =>
  listed(users.map((id) => nameOfUser(state, id)));

export function nameOfCall(state: State, call: Call): string {
  if (call.room && call.stream_id !== null) return channelById(state, call.stream_id)?.name ?? "";
  const conversation = conversationOfCall(call, state.user_id);
  return conversation.kind === "topic" ? topicName(state, conversation.topic) : nameOfDirect(state, conversation.users);
}

export interface CallNamesProps {
  readonly within: ChannelId | ConversationKey;
}

/**
 * Lists the ongoing calls of a channel or direct conversation in the sidebar, with the number and names of the people
 * in each.
 */
export function CallNames({ within }: CallNamesProps) {
  const client = useClient();
  const state = client.watch("users", "channels", "realm", "calls");
  const hasRoom = typeof within === "number" && hasCalls(state) && voiceRoomsOf(state).includes(within);
  return (
    <>
      {hasRoom && <VoiceRoomRow channel={within} />}
      {callsWithin(state, within).map((call) => {
        const conversation = conversationOfCall(call, state.user_id);
        const count = callsWords().inCall(call.member_ids.length);
        const names = formatUserNames(state, call.member_ids);
        const who = conversation.kind === "topic" ? labelled(topicName(state, conversation.topic), names) : names;
        return (
          <a
            key={call.call_id}
            class="nav-row call-sign"
            href={hashForRoute(placeOfConversation(conversation), state)}
            title={who}
          >
            <Icon name="phone" size={13} />
            <span class="nav-name one-line">
              {count}
              {` · ${who}`}
            </span>
          </a>
        );
      })}
    </>
  );
}

const MAX_FACES = 3;

/** A channel's voice room and the people in it. One press joins, muted. */
function VoiceRoomRow({ channel }: { readonly channel: ChannelId }) {
  const client = useClient();
  const state = client.watch("users", "calls");
  const call = callInRoom(state, channel);
  const inside = call?.member_ids ?? [];
  const isIn = call !== undefined && currentCall.value?.call === call.call_id;
  const w = callsWords();
  const name = `${w.voiceRoom}${inside.length > 0 ? ` · ${formatUserNames(state, inside)}` : ""}`;
  const [isEntering, setEntering] = useState(false);
  const enter = async () => {
    setEntering(true);
    await attempt(client, async () => (await loadCalls()).enterVoiceRoom(client, channel));
    setEntering(false);
  };
  return (
    <button
      type="button"
      class={`nav-row call-sign${inside.length > 0 ? "" : " is-empty"}`}
      title={name}
      aria-pressed={isIn}
      onClick={() => void (isIn || isEntering || enter())}
    >
      <Icon name="volume" size={13} />
      <span class="nav-name one-line">{name}</span>
      <span class="people-faces" aria-hidden="true">
        {inside.slice(0, MAX_FACES).map((user) => (
          <UserFace key={user} user={user} size="s" plain />
        ))}
      </span>
    </button>
  );
}
