import { appWords } from "../../../words/app.ts";
import "./unsent-recordings.css";
import { useEffect, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { clockOf } from "../../../client/voice/clock-of.ts";
import { deleteRecording, type KeptRecording, recordings, soundOf } from "../../../client/voice/recordings-store.ts";
import { recordingsInUse, sendRecording, shares } from "../../../client/voice/send-recording.ts";
import { type Conversation, conversationKey } from "../../../model/routes/conversation.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { ProgressBar } from "../../../parts/progress.tsx";
import { voiceWords } from "../../../words/voice.ts";
import { RecordingLine } from "./recording-line.tsx";

/** A conversation's unsent recordings: the one in progress, those being sent, and those waiting for the user. */
export function UnsentRecordings({ to }: { readonly to: Conversation | undefined }) {
  const here =
    to === undefined ? [] : recordings.value.filter((one) => conversationKey(one.to) === conversationKey(to));
  const shown = here.filter(({ id, isSending }) => isSending || !recordingsInUse.value.has(id));
  return (
    <>
      <RecordingLine to={to} />
      {shown.map((recording) => (
        <Unsent key={recording.id} recording={recording} />
      ))}
    </>
  );
}

function Unsent({ recording }: { readonly recording: KeptRecording }) {
  const client = useClient();
  const words = voiceWords();
  const { id, refusal, isSending } = recording;
  const clock = clockOf(recording.duration_ms);
  const isUnderWay = isSending && refusal === undefined;
  const isOffline = client.connection.value.kind === "offline";
  const state = isUnderWay ? (isOffline ? words.sentLater(clock) : words.isSending(clock)) : words.unsent(clock);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flexible box everywhere
    <div class="voice-unsent" role="group" aria-label={words.message(clock)}>
      <p class="voice-unsent-state" role="status">
        <Icon name="mic" size={15} />
        <span>{refusal ?? state}</span>
      </p>
      {isUnderWay && !isOffline && <ProgressBar share={shares.value.get(id) ?? 0} label={words.uploading} />}
      {!isUnderWay && <Listen recording={recording} />}
      {!isUnderWay && (
        <Button kind="primary" onClick={() => void sendRecording(client, id)}>
          {appWords().send}
        </Button>
      )}
      <ToolButton icon="trash-2" label={words.discard} onClick={() => void deleteRecording(id)} />
    </div>
  );
}

function Listen({ recording }: { readonly recording: KeptRecording }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isOver = false;
    void soundOf(recording).then((sound) => {
      if (isOver) return;
      made = URL.createObjectURL(sound);
      setAddress(made);
    });
    return () => {
      isOver = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [recording]);
  if (address === undefined) return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the person has said it themselves
    <audio class="voice-unsent-sound" controls src={address} aria-label={voiceWords().listen} />
  );
}
