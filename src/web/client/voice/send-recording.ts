import { signal } from "@preact/signals";
import { type TopicMove, topicMoveOf } from "../../model/messages/message-update.ts";
import { isFinal } from "../../wire/api.ts";
import { waitToRetry } from "../../wire/wait-to-retry.ts";
import { voiceWords } from "../../words/voice.ts";
import type { Client } from "../client.ts";
import { perClient } from "../per-client.ts";
import { sendIfRoom } from "../sending/send-if-room.ts";
import { clockOf } from "./clock-of.ts";
import { peaksOf } from "./peaks.ts";
import {
  deleteRecording,
  type KeptRecording,
  readStored,
  recordingOf,
  recordings,
  redirect,
  saveRecording,
  soundOf,
} from "./recordings-store.ts";

/** Ids of recordings being recorded or sent by any tab. */
export const recordingsInUse = signal<ReadonlySet<string>>(new Set());
/** Upload progress of each recording, from 0 to 1, by id. */
export const shares = signal<ReadonlyMap<string, number>>(new Map());

const LOCK = "parley.voice.";

/** Redirects recordings when their topics move, as is done for pending messages. */
export const followTopics = perClient((client) => onTopicMove(client, (move) => void redirect(move)));

/** Calls `run` with each move of a whole topic, until the returned function is called. */
export const onTopicMove = (client: Client, run: (move: TopicMove) => void): (() => void) =>
  client.listen("update_message", (event) => {
    const move = event && topicMoveOf(event);
    if (move !== undefined) run(move);
  });

/** Runs `act` for a recording while no other tab does. Returns false if one already does. */
export async function alone(id: string, act: () => Promise<void>): Promise<boolean> {
  return await navigator.locks.request(LOCK + id, { ifAvailable: true }, async (lock) => {
    if (lock === null) return false;
    recordingsInUse.value = new Set([...recordingsInUse.value, id]);
    try {
      await act();
    } finally {
      recordingsInUse.value = new Set([...recordingsInUse.value].filter((one) => one !== id));
    }
    return true;
  });
}

/** Loads unsent recordings, and resumes sending the queued ones. */
export async function resumeSending(client: Client): Promise<void> {
  followTopics(client);
  const { held = [] } = await navigator.locks.query();
  recordingsInUse.value = new Set(
    held.flatMap(({ name = "" }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : [])),
  );
  await readStored();
  const { user_id } = client.watch();
  for (const { id, account, isSending, refusal } of recordings.peek()) {
    // Left in this browser by another account.
    if (account !== user_id) void deleteRecording(id);
    else if (isSending && refusal === undefined) void sendRecording(client, id);
  }
}

/** Sends a recording as a message as soon as the server can be reached, even after the page was reopened. */
export async function sendRecording(client: Client, id: string): Promise<void> {
  const before = recordingOf(id);
  if (before === undefined) return;
  const { refusal: _, ...wanted } = before;
  await saveRecording({ ...wanted, isSending: true });
  await alone(id, async () => {
    for (let failures = 0; ; ) {
      const recording = recordingOf(id);
      if (recording === undefined) return;
      try {
        await sendOnce(client, recording);
        return;
      } catch (error) {
        if (isFinal(error)) {
          await saveRecording({ ...(recordingOf(id) ?? recording), refusal: (error as Error).message });
          return;
        }
        failures = (await waitToRetry(failures + 1)) ? 0 : failures + 1;
      }
    }
  });
}

async function sendOnce(client: Client, recording: KeptRecording): Promise<void> {
  const { id, isHandedOver } = recording;
  const isSent = isHandedOver === true && (await isOnItsWay(client, String(recording.url)));
  if (!isSent) await handOver(client, recording);
  await deleteRecording(id);
}

async function handOver(client: Client, recording: KeptRecording): Promise<void> {
  const { url, duration_ms, peaks } = recording.url === undefined ? await upload(client, recording) : recording;
  // The file is sent as a voice message even if the server rejects its duration and waveform.
  await client.api.post(`${url}/voice`, { duration_ms, peaks }).catch((error: unknown) => {
    if (!isFinal(error)) throw error;
  });
  const now = recordingOf(recording.id);
  if (now === undefined) return;
  // Stored first, because this page may be closed before the recording is removed.
  await saveRecording({ ...now, isHandedOver: true });
  // The topic may have moved in the meantime.
  const { to } = recordingOf(recording.id) ?? now;
  sendIfRoom(client.outbox, to, `[${voiceWords().message(clockOf(duration_ms))}](${url})`);
}

/** Number of the user's latest messages with files to search for one that may already have been sent. */
const LOOK_BACK = 100;

/** True if a message linking to a file is pending or was sent. */
async function isOnItsWay({ api, outbox }: Client, url: string): Promise<boolean> {
  const linksFile = ({ content }: { readonly content: string }) => content.includes(url);
  if (outbox.pending.peek().some(linksFile)) return true;
  const narrow = [
    { operator: "sender", operand: "me" },
    { operator: "has", operand: "attachment" },
  ];
  const page = { anchor: "newest", num_before: LOOK_BACK, num_after: 0, apply_markdown: false };
  const { messages } = await api.get<{ messages: readonly { readonly content: string }[] }>("/messages", {
    ...{ narrow, ...page, allow_empty_topic_name: true },
  });
  return messages.some(linksFile);
}

/** Uploads a recording, and stores its URL, so that it doesn't have to be uploaded again. */
async function upload(client: Client, kept: KeptRecording): Promise<KeptRecording> {
  const { blob, extension } = await asMp4(await soundOf(kept), kept.extension);
  const heard = await measured(blob);
  const { duration_ms } = { ...kept, ...heard };
  const name = `Voice message ${clockOf(duration_ms).replace(":", "m")}s.${extension}`;
  const { url } = await client.upload(new File([blob], name, { type: blob.type }), {
    onProgress: (share) => {
      shares.value = new Map([...shares.value, [kept.id, share]]);
    },
  });
  const now = recordingOf(kept.id);
  const uploaded = { ...(now ?? kept), ...heard, url: String(url) };
  if (now !== undefined) await saveRecording(uploaded);
  return uploaded;
}

/** Converts WebM recordings, which Firefox makes and not all phones play, to MP4. */
async function asMp4(blob: Blob, extension: string): Promise<{ blob: Blob; extension: string }> {
  if (blob.type !== "audio/webm") return { blob, extension };
  try {
    const { voiceToMp4 } = await import("./voice-to-mp4.ts");
    const mp4 = voiceToMp4(new Uint8Array(await blob.arrayBuffer()));
    return { blob: new Blob([mp4], { type: "audio/mp4" }), extension: "m4a" };
  } catch {
    return { blob, extension };
  }
}

/**
 * Measures the file's duration and waveform, because the recorder's clock isn't exact and closing the page can truncate
 * a recording.
 */
async function measured(blob: Blob): Promise<Partial<Pick<KeptRecording, "duration_ms" | "peaks">>> {
  try {
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(await blob.arrayBuffer());
    // An overloaded recorder leaves gaps. Players keep them, but the decoder drops them.
    const seconds = (await playedSeconds(blob)) ?? sound.duration;
    return { duration_ms: Math.round(seconds * 1000), peaks: peaksOf(sound.getChannelData(0)) };
  } catch {
    return {};
  }
}

/** Returns the duration shown by players, or undefined if a truncated recording doesn't contain it. */
async function playedSeconds(blob: Blob): Promise<number | undefined> {
  const audio = document.createElement("audio");
  audio.src = URL.createObjectURL(blob);
  await new Promise((resolve) => {
    for (const type of ["loadedmetadata", "error"]) audio.addEventListener(type, resolve, { once: true });
  });
  URL.revokeObjectURL(audio.src);
  return Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : undefined;
}
