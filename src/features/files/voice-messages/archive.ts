import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { attachmentAt, missingFiles } from "../attachments/attachments.ts";
import { deleteVoice, describedFiles, keepVoice, voiceOf } from "./voice-messages.ts";

/** Voice messages are described in the rows of their files. */
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
