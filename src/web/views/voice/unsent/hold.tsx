import { signal } from "@preact/signals";
import type { Client } from "../../../client/client.ts";
import { clockOf } from "../../../client/voice/clock-of.ts";
import { recordings } from "../../../client/voice/recordings-store.ts";
import { hasUnsent } from "../../../client/voice/unsent.ts";
import type { Conversation } from "../../../model/routes/conversation.ts";
import { voiceWords } from "../../../words/voice.ts";
import { playback } from "../player/playback.ts";
import { RecordingDraft } from "./recording-draft.ts";

/** Distance a finger must slide toward the start of the line to cancel, in pixels. */
const CANCEL_PX = 80;
/** Shorter recordings don't count, because the user was only trying the button. */
const MIN_DURATION_MS = 700;

const held = signal<{ readonly draft: RecordingDraft; readonly cancels: boolean } | undefined>(undefined);

/** Records while a finger is held on a button: lifting it sends the recording, sliding away cancels it. */
export function recordWhileHeld(client: Client, to: Conversation, { pointerId, clientX, target }: PointerEvent): void {
  if (held.peek() !== undefined) return;
  playback.pause();
  const draft = new RecordingDraft(client, to);
  const sign = getComputedStyle(document.documentElement).direction === "rtl" ? -1 : 1;
  held.value = { draft, cancels: false };
  hasUnsent.value = true;
  const ended = new AbortController();
  const end = async (how: "send" | "leave" | "discard") => {
    ended.abort();
    held.value = undefined;
    if (how === "discard" || draft.recorder.elapsedMs.peek() < MIN_DURATION_MS) await draft.discard();
    else if (how === "leave") await draft.leave();
    else await draft.send();
    hasUnsent.value = recordings.peek().length > 0;
  };
  const listen = (type: "pointermove" | "pointerup" | "pointercancel", act: (event: PointerEvent) => void) =>
    addEventListener(type, (event) => event.pointerId === pointerId && act(event), { signal: ended.signal });
  listen("pointermove", (event) => {
    const cancels = (clientX - event.clientX) * sign > CANCEL_PX;
    if (held.peek()?.cancels !== cancels) held.value = { draft, cancels };
  });
  listen("pointerup", () => void end(held.peek()?.cancels === true ? "discard" : "send"));
  // The system canceled the touch. Nothing is sent unintentionally.
  listen("pointercancel", () => void end("leave"));
  (target as Element).setPointerCapture?.(pointerId);
}

/** The recording in progress while the button is held. */
export function HoldStrip() {
  const words = voiceWords();
  if (held.value === undefined) return null;
  const { draft, cancels } = held.value;
  const { phase, elapsedMs } = draft.recorder;
  const state = phase.value;
  return (
    <div class={cancels ? "voice-hold voice-hold-cancelled" : "voice-hold"}>
      <span role="status">
        {state === "recording" ? (cancels ? words.releaseToCancel : words.slideToCancel) : words.states[state]}
      </span>
      <span class="voice-clock" role="timer">
        {clockOf(elapsedMs.value)}
      </span>
    </div>
  );
}
