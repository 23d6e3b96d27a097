import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { voicePeaks } from "../../../protocol/voice/voice-schemas.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import { mayOpenFile } from "../attachment-actions/access.ts";
import { type Attachment, attachmentAt, missingFiles } from "../attachments/attachments.ts";

export const schema = [
  `CREATE TABLE voice_messages (
     attachment_id INTEGER PRIMARY KEY,
     duration_ms INTEGER NOT NULL,
     peaks TEXT NOT NULL,
     transcript TEXT NOT NULL
   ) STRICT;`,
  `-- 1 if a message linked to the file but no longer does.
   ALTER TABLE voice_messages ADD COLUMN was_linked INTEGER NOT NULL DEFAULT 0`,
];

interface VoiceRow {
  readonly duration_ms: number;
  /** A JSON list. */
  readonly peaks: string;
  /** Empty if there is none. */
  readonly transcript: string;
  readonly was_linked: number;
}

const setVoice = statement<{ attachment: number; duration_ms: number; peaks: string; transcript: string }>(
  `INSERT OR REPLACE INTO voice_messages (attachment_id, duration_ms, peaks, transcript)
   VALUES (:attachment, :duration_ms, :peaks, :transcript)`,
);
const selectVoice = statement<{ attachment: number }, VoiceRow>(
  "SELECT duration_ms, peaks, transcript, was_linked FROM voice_messages WHERE attachment_id = :attachment",
);
const setWasLinked = statement<{ attachment: number }>(
  "UPDATE voice_messages SET was_linked = 1 WHERE attachment_id = :attachment",
);
const deleteVoice = statement<{ attachment: number }>("DELETE FROM voice_messages WHERE attachment_id = :attachment");
const describedFiles = statement<NoParams, { attachment_id: number }>("SELECT attachment_id FROM voice_messages");

/** Whether the organization allows automatic transcription of voice messages. */
export const transcribesHook = hook<[], boolean>("transcribes voice messages");

interface Voice {
  readonly duration_ms: number;
  readonly peaks: number[];
  /** Empty if there is none. */
  readonly transcript: string;
}

/**
 * Sets the description of a file the caller uploaded, replacing an earlier one. Throws once a message links to the
 * file, because readers have seen the transcript, which has no edit history.
 */
export function describeVoice(realm: Realm, { user_id }: Actor, file: Attachment, voice: Voice): void {
  if (file.owner_id !== user_id) throw insufficientPermission();
  if (!file.content_type.startsWith("audio/")) throw badRequest("This file isn't audio.");
  if (file.unclaimed_since === null)
    throw badRequest("A message links to this file already, so it can't be described any more.");
  if (selectVoice.first(realm.sql, { attachment: file.id })?.was_linked === 1)
    throw badRequest("A message has linked to this file before, so it can't be described any more.");
  keepVoice(realm, file.id, voice);
}

function keepVoice(realm: Realm, attachment: number, { duration_ms, peaks, transcript }: Voice): void {
  setVoice.run(realm.sql, { attachment, duration_ms, peaks: JSON.stringify(peaks), transcript });
}

const readPeaks = stored("voice_messages.peaks", voicePeaks, () => []);

function voiceOf(realm: Realm, { id: attachment }: Attachment): Voice | undefined {
  const row = selectVoice.first(realm.sql, { attachment });
  if (row === undefined) return undefined;
  const { duration_ms, transcript } = row;
  return { duration_ms, peaks: readPeaks(row.peaks, attachment), transcript };
}

/** Returns the transcript of the file at a path without checking access, or "" if it has none. */
export function transcriptAt(realm: Realm, path_id: string): string {
  const file = attachmentAt(realm, path_id);
  return (file && voiceOf(realm, file)?.transcript) ?? "";
}

/**
 * Returns the description of the file at a path, if it has one and the reader can open it. A null reader is a
 * spectator.
 */
export function readableVoice(realm: Realm, reader: Actor | null, path_id: string): Voice | undefined {
  const file = attachmentAt(realm, path_id);
  const voice = file && voiceOf(realm, file);
  return file !== undefined && mayOpenFile(realm, reader, file) ? voice : undefined;
}

/** Freezes a file's description, so that its owner can't re-add the link to change what others have read. */
export function fixVoice(realm: Realm, { id: attachment }: Attachment): void {
  setWasLinked.run(realm.sql, { attachment });
}

export function forgetVoice(realm: Realm, { id: attachment }: Attachment): void {
  deleteVoice.run(realm.sql, { attachment });
}

/** Adds the descriptions of voice messages to the rows of their files. */
export const voiceArchive: FeatureArchive = {
  tables: ["voice_messages"],
  parts: [
    part({
      table: "files",
      name: "voice_messages",
      fields({ path_id }, { realm }) {
        const file = path_id === undefined ? undefined : attachmentAt(realm, path_id);
        const voice = file && voiceOf(realm, file);
        // A corrupt waveform would make the row invalid, and the file with it.
        return voice === undefined || voice.peaks.length === 0 ? {} : { voice };
      },
      write(writing, { id, voice }) {
        const attachment = writing.id("file", id);
        if (writing.writes && voice !== undefined && attachment !== undefined)
          keepVoice(writing.realm, attachment, voice);
        return undefined;
      },
    }),
  ],
  finish({ realm, writes }) {
    if (!writes) return;
    // Files that the archive names but doesn't contain were rolled back.
    const described = describedFiles.all(realm.sql, {}).map(({ attachment_id }) => attachment_id);
    for (const attachment of missingFiles(realm, described)) deleteVoice.run(realm.sql, { attachment });
  },
};
