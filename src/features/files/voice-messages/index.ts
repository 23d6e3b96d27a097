import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { fileGoneHook, fileUnlinkedHook } from "../attachments/hooks.ts";
import { voiceArchive } from "./archive.ts";
import { describeVoiceMessageEndpoint } from "./describe-voice-message.ts";
import { getVoiceMessagesEndpoint } from "./get-voice-messages.ts";
import { schema } from "./rows.ts";
import { transcribeVoiceMessageEndpoint } from "./transcribe-voice-message.ts";
import { fixVoice, forgetVoice } from "./voice-messages.ts";

/** The length, waveform and transcript of uploaded voice messages. */
export const voiceMessages = feature({
  name: "voice-messages",
  schema,
  archive: voiceArchive,
  endpoints: [describeVoiceMessageEndpoint, getVoiceMessagesEndpoint, transcribeVoiceMessageEndpoint],
  handlers: [on(fileUnlinkedHook, fixVoice), on(fileGoneHook, forgetVoice)],
});
