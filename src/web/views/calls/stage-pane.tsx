import { useLayoutEffect, useRef } from "preact/hooks";
import type { CallSession } from "../../client/calls/call-session.ts";
import { stagePlace } from "../../client/calls/current-call.ts";
import { useClient } from "../../client/client.ts";
import { callById } from "../../model/calls/calls.ts";
import { ToolButton } from "../../parts/button.tsx";
import { callsWords } from "../../words/calls.ts";
import { composeWords } from "../../words/compose.ts";
import { nameOfCall } from "./call-names.tsx";
import { Stage } from "./stage.tsx";
import { hasStageWindows } from "./stage-window.tsx";

/** The stage, shown instead of the messages until the user goes to another place. */
export function StagePane({ session }: { readonly session: CallSession }) {
  const w = callsWords();
  const client = useClient();
  const pane = useRef<HTMLDivElement>(null);
  const state = client.watch("calls", "channels", "users", "realm");
  const call = callById(state, session.call);
  useLayoutEffect(() => {
    // Makes the call's keys work immediately, and keeps the focus out of hidden elements.
    pane.current?.focus();
    let isFirst = true;
    const close = () => {
      if (!isFirst) stagePlace.value = undefined;
    };
    const ends = [client.place.subscribe(close), client.section.subscribe(close)];
    isFirst = false;
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <div class="call-stage" ref={pane} tabIndex={-1}>
      <h1 class="for-readers">{call === undefined ? composeWords().voiceCall : nameOfCall(state, call)}</h1>
      <div class="call-floor">
        <Stage session={session} />
      </div>
      <p class="call-foot">
        {session.microphone.isMuted.value && <span class="call-talk">{w.holdToTalk}</span>}
        {hasStageWindows() && (
          <ToolButton
            icon="picture-in-picture-2"
            label={w.pictureInPicture}
            size="s"
            onClick={() => {
              stagePlace.value = "window";
            }}
          />
        )}
      </p>
    </div>
  );
}
