import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { MOST_VOICE_PATHS } from "../../../protocol/voice/voice-limits.ts";
import { voiceDuration } from "../../../protocol/voice/voice-schemas.ts";
import { readableVoice } from "./voice-messages.ts";

const voiceMessage = v.object({
  path: v.string(),
  duration_ms: voiceDuration,
  peaks: v.array(v.number()),
  transcript: v.string(),
});

/** The descriptions of files, of those that the caller may open. */
export const getVoiceMessagesEndpoint = action({
  route: "GET /voice_messages",
  by: "spectator",
  limited: "files",
  params: { paths: json(v.pipe(v.array(boundedText("url")), v.maxLength(MOST_VOICE_PATHS))) },
  reply: { voice_messages: v.array(voiceMessage) },
  run: ({ realm, actor, params: { paths } }) => ({
    voice_messages: [...new Set(paths)].flatMap((path) => {
      const voice = readableVoice(realm, actor, path);
      return voice === undefined ? [] : [{ path, ...voice }];
    }),
  }),
});
