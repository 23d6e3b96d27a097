import "./call-sign.css";
import { useClient } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { callsWithin, conversationOfCall } from "../../model/calls/calls.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import { type ConversationKey, placeOfConversation } from "../../model/routes/conversation.ts";
import type { Call, State } from "../../model/state.ts";
import { Icon } from "../../parts/icon.tsx";
import { callsWords } from "../../words/calls.ts";
import { listed } from "../../words/format.ts";
import { nameOfDirect, nameOfUser } from "../people/names.ts";

export const formatUserNames = (state: State, users: readonly UserId[]): string =>
  listed(users.map((id) => nameOfUser(state, id)));

export function nameOfCall(state: State, call: Call): string {
  const conversation = conversationOfCall(call, state.user_id);
  return conversation.kind === "topic" ? topicName(state, conversation.topic) : nameOfDirect(state, conversation.users);
}

export interface CallNamesProps {
  /** A channel or a direct conversation. */
  readonly within: ChannelId | ConversationKey;
}

/**
 * Lists the ongoing calls of a channel or direct conversation in the sidebar, with the number and names of the people
 * in each.
 */
export function CallNames({ within }: CallNamesProps) {
  const client = useClient();
  const state = client.watch("users", "channels", "realm", "calls");
  return (
    <>
      {callsWithin(state, within).map((call) => {
        const conversation = conversationOfCall(call, state.user_id);
        const count = callsWords().inCall(call.member_ids.length);
        const names = formatUserNames(state, call.member_ids);
        const topic = conversation.kind === "topic" ? `${topicName(state, conversation.topic)}: ` : "";
        return (
          <a
            key={call.call_id}
            class="nav-row call-sign"
            href={hashForRoute(placeOfConversation(conversation), state)}
            title={`${topic}${names}`}
          >
            <Icon name="phone" size={13} />
            <span class="nav-name one-line">
              {count}
              {` · ${topic}${names}`}
            </span>
          </a>
        );
      })}
    </>
  );
}
