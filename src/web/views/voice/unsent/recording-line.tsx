import "./recording-line.css";
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { MAX_VOICE_MESSAGE_SECONDS } from "../../../../protocol/voice/voice-limits.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { clockOf } from "../../../client/voice/clock-of.ts";
import { recordings } from "../../../client/voice/recordings-store.ts";
import { hasUnsent } from "../../../client/voice/unsent.ts";
import { pressedKey } from "../../../keyboard.ts";
import { actionKeys } from "../../../keys.ts";
import { type Conversation, conversationKey, placeOfConversation } from "../../../model/routes/conversation.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { appWords } from "../../../words/app.ts";
import { composeWords } from "../../../words/compose.ts";
import { voiceWords } from "../../../words/voice.ts";
import { showDone } from "../../attempt.ts";
import { playback } from "../player/playback.ts";
import type { Recorder } from "../recorder.ts";
import { RecordingDraft, type VoiceTarget } from "./recording-draft.ts";

/** Distance a finger must slide toward the start of the line to cancel, in pixels. */
const CANCEL_PX = 80;
/** Recordings shorter than this are discarded, because the user was only trying out the button. */
const MIN_DURATION_MS = 700;
/** Discarded recordings longer than this can be restored. */
const WORTH_KEEPING_MS = 5000;
const WARNED_SECONDS = 30;

interface Live {
  readonly draft: RecordingDraft;
  /** True if the recording lasts as long as a finger is on the button. */
  readonly isHeld: boolean;
  /** True if lifting the finger would cancel the recording. */
  readonly cancels: boolean;
}

/** The recording that this tab is making. */
const live = signal<Live | undefined>(undefined);

function begin(client: Client, to: VoiceTarget, isHeld: boolean): RecordingDraft {
  playback.pause();
  const draft = new RecordingDraft(client, to);
  live.value = { draft, isHeld, cancels: false };
  hasUnsent.value = true;
  return draft;
}

/** Ends the recording, unless it has ended already. */
async function end(draft: RecordingDraft, how: "send" | "leave" | "discard") {
  if (live.peek()?.draft !== draft) return;
  live.value = undefined;
  const made = await draft[how]();
  hasUnsent.value = recordings.peek().length > 0;
  return made;
}

/** Records in the composer until a button is pressed. */
export function recordInLine(client: Client, to: VoiceTarget): void {
  if (live.peek() === undefined) begin(client, to, false);
}

/**
 * Records while a finger is held on a button. Lifting the finger sends the recording, and sliding it away cancels the
 * recording.
 */
export function recordWhileHeld(client: Client, to: VoiceTarget, { pointerId, clientX, target }: PointerEvent): void {
  if (live.peek() !== undefined) return;
  const draft = begin(client, to, true);
  const sign = getComputedStyle(document.documentElement).direction === "rtl" ? -1 : 1;
  const ended = new AbortController();
  const lift = (how: "send" | "leave" | "discard") => {
    ended.abort();
    void end(draft, draft.recorder.elapsedMs.peek() < MIN_DURATION_MS ? "discard" : how);
  };
  const listen = (type: "pointermove" | "pointerup" | "pointercancel", act: (event: PointerEvent) => void) =>
    addEventListener(type, (event) => event.pointerId === pointerId && act(event), { signal: ended.signal });
  listen("pointermove", (event) => {
    const cancels = (clientX - event.clientX) * sign > CANCEL_PX;
    const now = live.peek();
    if (now?.draft === draft && now.cancels !== cancels) live.value = { ...now, cancels };
  });
  listen("pointerup", () => lift(live.peek()?.cancels === true ? "discard" : "send"));
  // The system has canceled the touch. The recording is kept instead of being sent unintentionally.
  listen("pointercancel", () => lift("leave"));
  (target as Element).setPointerCapture?.(pointerId);
}

/** The recording in progress, in the composer of the conversation `to`. */
export function RecordingLine({ to }: { readonly to: Conversation | undefined }) {
  const now = live.value;
  return now === undefined ? null : <Line key={now.draft} to={to} {...now} />;
}

function Line({ to, draft, isHeld, cancels }: Live & { readonly to: Conversation | undefined }) {
  const client = useClient();
  const words = voiceWords();
  const phase = draft.recorder.phase.value;
  const isOver = phase === "recorded";
  const key = to && conversationKey(to);
  useEffect(() => {
    if (!isOver) return;
    // The limit was reached, or the microphone was lost.
    const isFull = draft.recorder.elapsedMs.peek() >= MAX_VOICE_MESSAGE_SECONDS * 1000;
    client.toast({ text: isFull ? words.stopped : words.lost });
    void end(draft, "leave");
  }, [isOver, draft, client, words]);
  useEffect(() => {
    if (key !== conversationKey(draft.to)) leave(client, draft);
  }, [key, draft, client]);
  useEffect(() => () => leave(client, draft), [client, draft]);
  return isHeld ? <Held draft={draft} cancels={cancels} /> : <Tapped draft={draft} />;
}

/** Ends and keeps the recording in its conversation, because the user has gone to another place. */
function leave(client: Client, draft: RecordingDraft): void {
  const hasSound = draft.recorder.elapsedMs.peek() > 0;
  if (live.peek()?.draft === draft && hasSound) {
    const run = () => client.go(placeOfConversation(draft.to));
    client.toast({ text: voiceWords().kept, action: { label: composeWords().notices.goThere, run } });
  }
  void end(draft, "leave");
}

function Held({ draft, cancels }: { readonly draft: RecordingDraft; readonly cancels: boolean }) {
  const words = voiceWords();
  const phase = draft.recorder.phase.value;
  return (
    <div class={cancels ? "voice-hold voice-hold-cancelled" : "voice-hold"}>
      <span role="status">
        {phase === "recording" ? (cancels ? words.releaseToCancel : words.slideToCancel) : words.states[phase]}
      </span>
      <Clock recorder={draft.recorder} />
    </div>
  );
}

const Clock = ({ recorder }: { readonly recorder: Recorder }) => (
  <span class="voice-clock" role="timer">
    {clockOf(recorder.elapsedMs.value)}
  </span>
);

function Tapped({ draft }: { readonly draft: RecordingDraft }) {
  const client = useClient();
  const line = useRef<HTMLDivElement>(null);
  const { recorder } = draft;
  const words = voiceWords();
  const phase = recorder.phase.value;
  const isUnderWay = phase === "recording" || phase === "paused";
  useEffect(() => {
    // Enter sends from the start, and also after the pause button was pressed.
    line.current?.querySelector<HTMLElement>(isUnderWay ? ".composer-send" : "button")?.focus();
  }, [isUnderWay]);
  const finish = async (how: "send" | "leave" | "discard") => {
    returnFocus(line.current);
    const made = await end(draft, how);
    if (how !== "discard" || typeof made !== "object" || made.duration_ms < WORTH_KEEPING_MS) return;
    showDone(client, words.discarded, () => draft.restore(made));
  };
  const keyDown = (event: KeyboardEvent) => {
    const pressed = pressedKey(event) ?? "";
    if (pressed === "Escape") void finish("discard");
    else if (actionKeys("send").includes(pressed)) void (isUnderWay && finish("send"));
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flexible box everywhere
    <div ref={line} class={`voice-line voice-${phase}`} role="group" aria-label={words.title} onKeyDown={keyDown}>
      <ToolButton icon="x" label={appWords().cancel} onClick={() => void finish("discard")} />
      <span class="voice-state" role="status">
        {words.states[phase]}
      </span>
      {isUnderWay ? (
        <>
          <Waveform recorder={recorder} />
          <Clock recorder={recorder} />
          <ToolButton
            icon={phase === "paused" ? "mic" : "pause"}
            label={phase === "paused" ? words.goOn : words.pause}
            onClick={() => (phase === "paused" ? recorder.goOn() : recorder.pause())}
          />
          <ToolButton icon="play" label={words.stop} onClick={() => void finish("leave")} />
          <button type="button" class="composer-send" onClick={() => void finish("send")}>
            <span class="composer-send-text">{appWords().send}</span>
            <Icon name="send-horizontal" size={15} />
          </button>
          <Notice recorder={recorder} />
        </>
      ) : (
        phase !== "asking" &&
        phase !== "recorded" && <Button onClick={() => void recorder.begin()}>{appWords().retry}</Button>
      )}
    </div>
  );
}

/**
 * Returns the focus to the text, or on touch screens to the button, because focusing the text would open the keyboard.
 */
function returnFocus(line: HTMLElement | null): void {
  if (line === null || !line.contains(document.activeElement)) return;
  const isTouch = matchMedia("(pointer: coarse)").matches;
  // The text can be focused only while it is visible. The next render removes the line.
  line.classList.remove("voice-line");
  line
    .closest(".composer")
    ?.querySelector<HTMLElement>(isTouch ? ".voice-button button" : "textarea")
    ?.focus();
}

function Notice({ recorder }: { readonly recorder: Recorder }) {
  const words = voiceWords();
  const left = MAX_VOICE_MESSAGE_SECONDS - recorder.elapsedMs.value / 1000;
  return (
    <span class="voice-notice" role="status">
      {recorder.silent.value ? words.silent : left <= WARNED_SECONDS ? words.endsSoon : ""}
    </span>
  );
}

/** Distance between the waveform's bars, and half of its height, in pixels, as in the styles. */
const STEP = 4;
const MIDDLE = 12;
const BARS = 150;

/** The loudness of the last seconds, the newest at the end. */
function Waveform({ recorder }: { readonly recorder: Recorder }) {
  const shown = recorder.elapsedMs.value === 0 ? [] : recorder.levels.slice(-BARS);
  const bars = shown.map((level, at) => {
    const half = 1 + (MIDDLE - 2) * Math.sqrt(Math.min(1, level));
    return `M${(BARS - shown.length + at) * STEP + 2} ${MIDDLE - half}v${2 * half}`;
  });
  return (
    <span class="voice-wave">
      <svg aria-hidden="true">
        <path d={bars.join("")} />
      </svg>
      <meter min={0} max={1} value={recorder.level.value} aria-label={voiceWords().level} />
    </span>
  );
}
