import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { errorText } from "../../../parts/error-text.ts";
import { composeWords } from "../../../words/compose.ts";

/** The file's URL in a voice message's Markdown. */
const FILE = /\((\/user_uploads\/[^)\s]+)\)/;

interface TranscribeProps {
  /** The voice message's Markdown. */
  readonly voice: string;
  /** Called before the request. When the response arrives, the editor may no longer be shown. */
  readonly onStart: () => void;
  readonly onText: (text: string) => void;
}

/**
 * A button that requests an automatic transcription of a voice message, if available. The text is put into the field,
 * where the author can check it.
 */
export function Transcribe({ voice, onStart, onText }: TranscribeProps) {
  const client = useClient();
  const state = client.watch("realm");
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const w = composeWords();
  const [, address] = FILE.exec(voice) ?? [];
  if (address === undefined || !state.realm_transcribe_voice_messages || !state.server_can_transcribe_voice)
    return null;
  const transcribe = async () => {
    setBusy(true);
    setSaid(undefined);
    onStart();
    try {
      const { transcript } = await client.api.post<{ transcript: string }>(`${address}/transcript`);
      if (transcript !== "") onText(transcript);
      setSaid(transcript === "" ? w.nothingSaid : w.transcribed);
    } catch (error) {
      setSaid(errorText(error));
    }
    setBusy(false);
  };
  return (
    <div class="message-editor-transcribe">
      <Button busy={isBusy} onClick={transcribe}>
        {w.transcribe}
      </Button>
      <span role="status">{said ?? w.transcribeHint}</span>
    </div>
  );
}
