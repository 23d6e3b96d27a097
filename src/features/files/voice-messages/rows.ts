import { statement } from "../../../database/statement.ts";

export const schema = [
  `CREATE TABLE voice_messages (
     attachment_id INTEGER PRIMARY KEY,
     duration_ms INTEGER NOT NULL,
     peaks TEXT NOT NULL,
     transcript TEXT NOT NULL
   ) STRICT;`,
];

interface VoiceRow {
  readonly duration_ms: number;
  /** A JSON list. */
  readonly peaks: string;
  /** Empty where there is none. */
  readonly transcript: string;
}

export const setVoice = statement<{ attachment: number; duration_ms: number; peaks: string; transcript: string }>(
  `INSERT OR REPLACE INTO voice_messages (attachment_id, duration_ms, peaks, transcript)
   VALUES (:attachment, :duration_ms, :peaks, :transcript)`,
);
export const selectVoice = statement<{ attachment: number }, VoiceRow>(
  "SELECT duration_ms, peaks, transcript FROM voice_messages WHERE attachment_id = :attachment",
);
export const deleteVoice = statement<{ attachment: number }>(
  "DELETE FROM voice_messages WHERE attachment_id = :attachment",
);
export const describedFiles = statement<Record<string, never>, { attachment_id: number }>(
  "SELECT attachment_id FROM voice_messages",
);
