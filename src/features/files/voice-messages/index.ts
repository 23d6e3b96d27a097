import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { integer, json, optional, text, textParameter } from "../../../api/parameter.ts";
import type { Env } from "../../../config/env.ts";
import { feature } from "../../../feature.ts";
import type { Log } from "../../../logging/log.ts";
import { Deadline } from "../../../outbound-http/deadline.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { badRequest, insufficientPermission, unavailable } from "../../../protocol/errors.ts";
import { MAX_TRANSCRIBED_BYTES, MAX_TRANSCRIPT_LENGTH, MAX_VOICE_PATHS } from "../../../protocol/voice/voice-limits.ts";
import { voiceDuration, voicePeaks, voiceTranscript } from "../../../protocol/voice/voice-schemas.ts";
import { on } from "../../../realm/realm.ts";
import { accessFile } from "../attachment-actions/access.ts";
import { uploadKey } from "../attachments/attachments.ts";
import { fileGoneHook, fileUnlinkedHook } from "../attachments/hooks.ts";
import {
  describeVoice,
  fixVoice,
  forgetVoice,
  readableVoice,
  schema,
  transcribesHook,
  voiceArchive,
} from "./voice-messages.ts";

/**
 * Describes a voice message, by the path of its file below /user_uploads/ ("Voice messages",
 * docs/internals/protocol.md).
 */
const describeVoiceMessageEndpoint = action({
  route: "POST /user_uploads/:realm_id/:folder/:key/:name/voice",
  repeatable: true,
  params: {
    realm_id: integer,
    folder: text("id"),
    key: text("id"),
    name: text("url"),
    duration_ms: json(voiceDuration),
    peaks: json(voicePeaks),
    transcript: optional(textParameter(voiceTranscript), ""),
  },
  run({ realm, actor, params: { realm_id, folder, key, name, ...voice } }) {
    describeVoice(realm, actor, accessFile(realm, actor, [realm_id, folder, key, name].join("/")), voice);
  },
});

const voiceMessage = v.object({
  path: v.string(),
  duration_ms: voiceDuration,
  peaks: v.array(v.number()),
  transcript: v.string(),
});

/** Returns the descriptions of files the caller can open. */
const getVoiceMessagesEndpoint = action({
  route: "GET /voice_messages",
  by: "spectator",
  limited: "files",
  params: { paths: json(v.pipe(v.array(boundedText("url")), v.maxLength(MAX_VOICE_PATHS))) },
  reply: { voice_messages: v.array(voiceMessage) },
  run: ({ realm, actor, params: { paths } }) => ({
    voice_messages: [...new Set(paths)].flatMap((path) => {
      const voice = readableVoice(realm, actor, path);
      return voice === undefined ? [] : [{ path, ...voice }];
    }),
  }),
});

const MODEL = "@cf/openai/whisper-large-v3-turbo";
const answerSchema = v.object({ text: v.string() });
/** Timeout of a transcription. Five minutes of speech take a few seconds. */
const WITHIN_MS = 60_000;

/**
 * Transcribes the caller's own voice message with Workers AI. Nothing is stored, because the caller reads the text,
 * corrects it and adds it to the message ("Voice messages", docs/internals/protocol.md).
 */
const transcribeVoiceMessageEndpoint = shapedAction({
  route: "POST /user_uploads/:realm_id/:folder/:key/:name/transcript",
  by: "human",
  limited: "transcripts",
  repeatable: true,
  params: { realm_id: integer, folder: text("id"), key: text("id"), name: text("url") },
  reply: {
    /** Empty if no one speaks. */
    transcript: v.string(),
  },
  run({ realm, actor, params: { realm_id, folder, key, name } }) {
    if (!realm.config.transcribes) throw badRequest("This server doesn't transcribe voice messages.");
    if (!realm.collect(transcribesHook).includes(true))
      throw badRequest("Your organization doesn't have voice messages transcribed.");
    const file = accessFile(realm, actor, [realm_id, folder, key, name].join("/"));
    if (file.owner_id !== actor.user_id) throw insufficientPermission();
    if (!file.content_type.startsWith("audio/")) throw badRequest("This file isn't audio.");
    if (file.size > MAX_TRANSCRIBED_BYTES) throw badRequest("This file is too large to be transcribed.");
    return { key: uploadKey(file.path_id) };
  },
  async shape({ env, log, result: { key } }) {
    const stored = await env.UPLOADS.get(key);
    if (stored === null) throw unavailable("The file can't be read right now. Try again.");
    return { transcript: await transcriptOf(env, Buffer.from(await stored.arrayBuffer()).toString("base64"), log) };
  },
});

async function transcriptOf({ AI }: Env, audio: string, log: Log): Promise<string> {
  const deadline = new Deadline(WITHIN_MS);
  try {
    if (AI === undefined) throw new Error("there is no binding AI");
    const answer = await Promise.race([AI.run(MODEL, { audio }), deadline.passed]);
    const { text: said } = v.parse(answerSchema, answer);
    return said.trim().slice(0, MAX_TRANSCRIPT_LENGTH).toWellFormed();
  } catch (error) {
    log.trouble("transcription_failed", error);
    throw unavailable("The voice message can't be transcribed right now. Try again.", 30);
  } finally {
    deadline.clear();
  }
}

/** Length, waveform and transcript of uploaded voice messages. */
export const voiceMessages = feature({
  name: "voice-messages",
  schema,
  archive: voiceArchive,
  endpoints: [describeVoiceMessageEndpoint, getVoiceMessagesEndpoint, transcribeVoiceMessageEndpoint],
  handlers: [on(fileUnlinkedHook, fixVoice), on(fileGoneHook, forgetVoice)],
});
