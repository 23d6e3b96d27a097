import { appWords } from "../../words/app.ts";
import "./voice-dialog.css";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { MAX_VOICE_MESSAGE_SECONDS } from "../../../protocol/voice/voice-limits.ts";
import { type Client, useClient } from "../../client/client.ts";
import { clockOf } from "../../client/voice/clock-of.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { voiceWords } from "../../words/voice.ts";
import { showDone } from "../attempt.ts";
import { playback } from "./player/playback.ts";
import type { Recorder } from "./recorder.ts";
import { RecordingDraft } from "./unsent/recording-draft.ts";

/** Discarded recordings longer than this can be restored. */
const WORTH_KEEPING_MS = 5000;
const WARNED_SECONDS = 30;

export function openVoiceDialog(client: Client, to: Conversation): void {
  playback.pause();
  client.show(<VoiceDialog draft={new RecordingDraft(client, to)} />);
}

function VoiceDialog({ draft }: { readonly draft: RecordingDraft }) {
  const client = useClient();
  const { recorder } = draft;
  const words = voiceWords();
  const listening = useSignal<string | undefined>(undefined);
  const sent = useSignal(false);
  const state = useRef<HTMLDivElement>(null);
  const phase = recorder.phase.value;
  const isRecorded = phase === "recorded";
  const isUnderWay = phase === "recording" || phase === "paused";
  useEffect(
    () => () => {
      if (listening.value !== undefined) URL.revokeObjectURL(listening.value);
    },
    [listening],
  );
  useEffect(() => {
    const listen = async () => {
      const made = await recorder.stop();
      if (made !== undefined) listening.value = URL.createObjectURL(made.blob);
    };
    if (isRecorded) void listen();
  }, [isRecorded, recorder, listening]);
  useEffect(() => {
    // Enter sends from the start, and also after the stop button is removed.
    if (isUnderWay || isRecorded)
      state.current?.closest("dialog")?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }, [isUnderWay, isRecorded]);
  const send = async () => {
    sent.value = await draft.send();
  };
  const discard = async () => {
    if (sent.value) return;
    const made = await draft.discard();
    if (made === undefined || made.duration_ms < WORTH_KEEPING_MS) return;
    showDone(client, words.discarded, async () => {
      await draft.restore(made);
      client.show(<VoiceDialog draft={draft} />);
    });
  };
  return (
    <Dialog
      title={words.title}
      size="s"
      alert
      submit={appWords().send}
      disabled={!isUnderWay && !isRecorded}
      onSubmit={send}
      onClose={() => void discard()}
    >
      <div ref={state}>
        <Status recorder={recorder} />
      </div>
      {isUnderWay && (
        <div class="voice-buttons">
          <Button
            icon={phase === "paused" ? "mic" : "pause"}
            onClick={() => (phase === "paused" ? recorder.goOn() : recorder.pause())}
          >
            {phase === "paused" ? words.goOn : words.pause}
          </Button>
          <Button icon="play" onClick={() => void recorder.stop()}>
            {words.stop}
          </Button>
        </div>
      )}
      {listening.value !== undefined && (
        // biome-ignore lint/a11y/useMediaCaption: the person has just said it
        <audio class="voice-listen" controls src={listening.value} aria-label={words.listen} />
      )}
    </Dialog>
  );
}

/** The recording's state in words, its time and level. */
function Status({ recorder }: { readonly recorder: Recorder }) {
  const words = voiceWords();
  const phase = recorder.phase.value;
  const elapsed = recorder.elapsedMs.value;
  const left = MAX_VOICE_MESSAGE_SECONDS - elapsed / 1000;
  if (phase !== "recording" && phase !== "paused" && phase !== "recorded")
    return (
      <p class="voice-state" role="status">
        {words.states[phase]}
      </p>
    );
  return (
    <>
      <p class="voice-state">
        <span role="status">{words.states[phase]}</span>
        <span class="voice-clock" role="timer">
          {clockOf(elapsed)}
        </span>
      </p>
      {phase === "recording" && (
        <meter class="voice-level" min={0} max={1} value={recorder.level.value} aria-label={words.level} />
      )}
      <p class="voice-notice" role="status">
        {recorder.silent.value ? words.silent : phase === "recording" && left <= WARNED_SECONDS ? words.endsSoon : ""}
      </p>
    </>
  );
}
