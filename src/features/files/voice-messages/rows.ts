import { statement } from "../../../database/statement.ts";

export const schema = [
  `CREATE TABLE voice_messages (
     attachment_id INTEGER PRIMARY KEY,
     duration_ms INTEGER NOT NULL,
     peaks TEXT NOT NULL,
     transcript TEXT NOT NULL
   ) STRICT;`,
  `-- 1 where a message has linked to the file, and does so no longer.
   ALTER TABLE voice_messages ADD COLUMN was_linked INTEGER NOT NULL DEFAULT 0`,
];

interface VoiceRow {
  readonly duration_ms: number;
  /** A JSON list. */
  readonly peaks: string;
  /** Empty where there is none. */
  readonly transcript: string;
  readonly was_linked: number;
}

export const setVoice = statement<{ attachment: number; duration_ms: number; peaks: string; transcript: string }>(
  `INSERT OR REPLACE INTO voice_messages (attachment_id, duration_ms, peaks, transcript)
   VALUES (:attachment, :duration_ms, :peaks, :transcript)`,
);
export const selectVoice = statement<{ attachment: number }, VoiceRow>(
  "SELECT duration_ms, peaks, transcript, was_linked FROM voice_messages WHERE attachment_id = :attachment",
);
export const setWasLinked = statement<{ attachment: number }>(
  "UPDATE voice_messages SET was_linked = 1 WHERE attachment_id = :attachment",
);
export const deleteVoice = statement<{ attachment: number }>(
  "DELETE FROM voice_messages WHERE attachment_id = :attachment",
);
export const describedFiles = statement<Record<string, never>, { attachment_id: number }>(
  "SELECT attachment_id FROM voice_messages",
);
