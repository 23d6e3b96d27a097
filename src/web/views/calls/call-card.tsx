import { composeWords } from "../../words/compose.ts";
import "./call-card.css";
import { useEffect, useState } from "preact/hooks";
import { currentCall } from "../../client/calls/current-call.ts";
import { useClient } from "../../client/client.ts";
import { loadCalls } from "../../loads.ts";
import { callById, callIn, hasMembers } from "../../model/calls/calls.ts";
import type { UserId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { conversationKey, conversationOf } from "../../model/routes/conversation.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";
import { formatUserNames } from "./call-names.tsx";

export interface CallCardProps {
  readonly message: Message;
  readonly call: string;
  /** The text of the message's link, which the server changes when the call ends. */
  readonly text: string;
}

/** A call shown instead of the message that contains its link: its participants, and a button to join or call again. */
export function CallCard({ message, call: id, text }: CallCardProps) {
  const w = callsWords();
  const client = useClient();
  const state = client.watch("calls", "users");
  const call = callById(state, id);
  const past = usePast(id, call !== undefined);
  const isUnderWay = hasMembers(call);
  const people = call?.member_ids ?? past;
  const title = call?.video
    ? isUnderWay
      ? w.videoUnderWay
      : composeWords().videoCall
    : isUnderWay
      ? w.underWay
      : composeWords().voiceCall;
  const conversation = conversationOf(message, state.user_id);
  const open = () => attempt(client, async () => (await loadCalls()).openPreview(client, conversation));
  const isIn =
    currentCall.value !== undefined && currentCall.value.call === callIn(state, conversationKey(conversation))?.call_id;
  return (
    <div class="call-card" id={`m${message.id}`}>
      <span class={isUnderWay ? "call-card-mark is-open" : "call-card-mark"}>
        <Icon name={call?.video ? "video" : "phone"} size={18} />
      </span>
      <span class="call-card-text">
        <span class="call-card-title">{call === undefined ? text : title}</span>
        {people.length > 0 && <span class="call-card-names one-line">{formatUserNames(state, people)}</span>}
      </span>
      {!isIn && (
        <Button kind={isUnderWay ? "primary" : "plain"} run={open}>
          {call === undefined ? w.callAgain : w.join}
        </Button>
      )}
    </div>
  );
}

/** Cached participants of ended calls, by the call's id. */
const known = new Map<string, readonly UserId[]>();
const MAX_KNOWN = 200;

function usePast(id: string, isOpen: boolean): readonly UserId[] {
  const client = useClient();
  const [people, setPeople] = useState<readonly UserId[]>(known.get(id) ?? []);
  useEffect(() => {
    if (isOpen || known.has(id)) return;
    client.api.get<{ call: { people_ids: readonly UserId[] } }>(`/calls/${id}`).then(
      ({ call }) => {
        if (known.size >= MAX_KNOWN) known.clear();
        known.set(id, call.people_ids);
        setPeople(call.people_ids);
      },
      // Without the participants, the card only shows that there was a call.
      () => {},
    );
  }, [id, isOpen]);
  return people;
}
