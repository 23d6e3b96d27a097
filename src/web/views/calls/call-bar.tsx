import { composeWords } from "../../words/compose.ts";
import "./calls.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CallSession } from "../../client/calls/call-session.ts";
import { currentCall, stagePlace } from "../../client/calls/current-call.ts";
import { type Client, useClient } from "../../client/client.ts";
import { pressedKey } from "../../keyboard.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { callById, conversationOfCall } from "../../model/calls/calls.ts";
import { ringingOf } from "../../model/calls/ringing.ts";
import { placeOfConversation } from "../../model/routes/conversation.ts";
import { serverNow } from "../../model/server-time.ts";
import type { Call } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { playSound } from "../../parts/sound.ts";
import { callsWords } from "../../words/calls.ts";
import { attempt } from "../attempt.ts";
import { nameOfCall } from "./call-names.tsx";
import { CallTools } from "./call-tools.tsx";
import { answerCall, canReachOthers, enterCall } from "./enter-call.ts";
import { PlainReason, SecrecySign, type WithSession } from "./secrecy.tsx";
import { StagePane } from "./stage-pane.tsx";
import { StageWindow } from "./stage-window.tsx";
import { switchMicrophone, tryMicrophone } from "./switches.ts";

/** The bar of this tab's call. It stays visible when the user changes views. */
export function CallBar() {
  const session = currentCall.value;
  return session === undefined ? null : <Bar key={session.call} session={session} />;
}

function Bar({ session }: WithSession) {
  const w = callsWords();
  const client = useClient();
  const keys = useKeys(client, session);
  return (
    <section class="call" aria-label={w.region} {...keys}>
      <div class="call-bar">
        <CallTitle session={session} />
        <CallTools session={session} />
        <PlainReason session={session} />
      </div>
      {stagePlace.value === "page" && <StagePane session={session} />}
      {stagePlace.value === "window" && <StageWindow session={session} />}
    </section>
  );
}

/** The call's conversation and duration, and any connection problem. */
function CallTitle({ session }: WithSession) {
  const w = callsWords();
  const client = useClient();
  const state = client.watch("calls", "channels", "users", "realm");
  const call = callById(state, session.call);
  const ringing = useRinging(session);
  const line = session.media.quality.value;
  const trouble =
    session.members.me.value === 0
      ? w.connecting
      : session.isLinked.value
        ? (ringing ?? (session.media.isAway.value ? w.mediaAway : line === "good" ? undefined : w.line[line]))
        : w.reconnecting;
  return (
    <div class="call-title">
      <Icon name="phone" size={15} />
      <span class="call-name one-line">
        {call === undefined ? (
          composeWords().voiceCall
        ) : (
          <a
            href={hashForRoute(placeOfConversation(conversationOfCall(call, state.user_id)), state)}
            onClick={() => {
              // The stage closes when the place changes. If the conversation is already open below the stage, the link
              // doesn't change it.
              stagePlace.value = undefined;
            }}
          >
            {nameOfCall(state, call)}
          </a>
        )}
      </span>
      <SecrecySign session={session} />
      {session.startedAt.value !== undefined && <Elapsed since={session.startedAt.value} />}
      <span class="call-trouble one-line" role="status">
        {trouble}
      </span>
    </div>
  );
}

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** A running time such as 1:05. */
function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor(now - since));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return (
    <span class="call-elapsed" aria-hidden="true">
      {hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:{twoDigits(seconds % 60)}
    </span>
  );
}

/** Pause between the tones a caller hears. */
const RING_MS = 4_000;

/** Plays the ringing tone for the caller, and returns how the ringing ended. */
function useRinging(session: CallSession): string | undefined {
  const w = callsWords();
  const client = useClient();
  const state = client.watch("calls", "account");
  const isAlone = session.members.others.value.length === 0;
  const ringing = isAlone ? ringingOf(state, session.call) : undefined;
  const isRinging = ringing === "ringing";
  const ended = ringing === "declined" ? w.declined : ringing === "missed" ? w.noAnswer : undefined;
  useEffect(() => {
    if (!isRinging) return;
    const ringOut = () => playSound("call-ringing");
    ringOut();
    const timer = setInterval(ringOut, RING_MS);
    return () => clearInterval(timer);
  }, [isRinging]);
  return isRinging ? w.ringing : ended;
}

/** Tells the user that they are in a call on another tab or device, with a button that moves it here. */
export function ElsewhereBar({ call }: { readonly call: Call }) {
  const w = callsWords();
  const client = useClient();
  const joinToo = () => {
    if (canReachOthers(client))
      enterCall(client, call.call_id, { microphone: undefined, isMuted: true, isSecond: true });
  };
  return (
    <section class="call-bar" aria-label={w.region}>
      <p class="call-title">
        <Icon name="phone" size={15} />
        <span>{w.elsewhere}</span>
      </p>
      <Button onClick={joinToo}>{w.joinToo}</Button>
      <Button run={() => answerCall(client, call.call_id)}>{w.moveHere}</Button>
    </section>
  );
}

const PRESSED = "a[href], button, select, input";

/** Returns handlers for keys within a call: M mutes and unmutes, and holding Space lets a muted user speak. */
function useKeys(client: Client, session: CallSession) {
  const isTalking = useRef(false);
  const stop = () => {
    if (!isTalking.current) return;
    isTalking.current = false;
    void attempt(client, () => session.microphone.mute(true));
  };
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
      const isOnButton = (event.target as Element).closest(PRESSED) !== null;
      const isMute = pressedKey(event)?.toLowerCase() === "m";
      if (event.key === " " && isOnButton) return;
      // Disables all other single-character shortcuts except "?", because many act on messages, which the stage may
      // hide.
      if (event.key !== "?") event.stopPropagation();
      if (isMute || event.key === " ") event.preventDefault();
      if (event.repeat) return;
      if (isMute) void attempt(client, () => switchMicrophone(client));
      else if (event.key === " " && session.microphone.isMuted.peek()) {
        isTalking.current = true;
        void attempt(client, () => tryMicrophone(client, () => session.microphone.mute(false)));
      }
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === " ") stop();
    },
    // If the focus moves to another window, this page doesn't see the key being released.
    onFocusOut: stop,
  };
}
