import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { fileGoneHook, fileUnlinkedHook } from "../attachments/hooks.ts";
import { describeVoiceMessageEndpoint, getVoiceMessagesEndpoint, transcribeVoiceMessageEndpoint } from "./endpoints.ts";
import { fixVoice, forgetVoice, schema, voiceArchive } from "./voice-messages.ts";

/** Length, waveform and transcript of uploaded voice messages. */
export const voiceMessages = feature({
  name: "voice-messages",
  schema,
  archive: voiceArchive,
  endpoints: [describeVoiceMessageEndpoint, getVoiceMessagesEndpoint, transcribeVoiceMessageEndpoint],
  handlers: [on(fileUnlinkedHook, fixVoice), on(fileGoneHook, forgetVoice)],
});
