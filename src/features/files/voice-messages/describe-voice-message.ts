import { action } from "../../../endpoints/endpoint.ts";
import { integer, json, optional, text, textOf } from "../../../endpoints/parameter.ts";
import { voiceDuration, voicePeaks, voiceTranscript } from "../../../protocol/voice/voice-schemas.ts";
import { accessFile } from "../attachments/actions/access.ts";
import { describeVoice } from "./voice-messages.ts";

/** Describes a voice message, by the path of its file below /user_uploads/ ("Voice messages", docs/protocol.md). */
export const describeVoiceMessageEndpoint = action({
  route: "POST /user_uploads/:realm_id/:folder/:key/:name/voice",
  repeatable: true,
  params: {
    realm_id: integer,
    folder: text("id"),
    key: text("id"),
    name: text("url"),
    duration_ms: json(voiceDuration),
    peaks: json(voicePeaks),
    transcript: optional(textOf(voiceTranscript), ""),
  },
  reply: {},
  run({ realm, actor, params: { realm_id, folder, key, name, ...voice } }) {
    describeVoice(realm, actor, accessFile(realm, actor, [realm_id, folder, key, name].join("/")), voice);
    return {};
  },
});
