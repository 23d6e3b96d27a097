import { type Signal, signal } from "@preact/signals";
import { MAX_VOICE_PATHS } from "../../../../protocol/voice/voice-limits.ts";
import type { Client } from "../../../client/client.ts";
import { peaksOf } from "../../../client/voice/peaks.ts";

/** The known parts of a voice message's description. */
interface Description {
  readonly duration_ms?: number;
  /** The waveform. Empty if it is unknown. */
  readonly peaks: readonly number[];
  readonly transcript: string;
}

const UNKNOWN: Description = { peaks: [], transcript: "" };
/** Time to collect messages coming into view for one request. */
const GATHERED_MS = 50;

const descriptions = new Map<string, Signal<Description>>();
const requestedUrls = new Set<string>();
let wantedUrls: string[] = [];

export function descriptionOf(address: string): Signal<Description> {
  const before = descriptions.get(address);
  if (before !== undefined) return before;
  const description = signal(UNKNOWN);
  descriptions.set(address, description);
  return description;
}

const uploadPath = (address: string) => decodeURIComponent(address.replace("/user_uploads/", ""));

/** Requests the description of a file that scrolled into view, batched with others. */
export function askFor(client: Client, address: string): void {
  if (requestedUrls.has(address)) return;
  requestedUrls.add(address);
  if (wantedUrls.length === 0) setTimeout(() => void askAll(client), GATHERED_MS);
  wantedUrls.push(address);
}

async function askAll(client: Client): Promise<void> {
  const all = wantedUrls;
  wantedUrls = [];
  while (all.length > 0) await fetchDescriptions(client, all.splice(0, MAX_VOICE_PATHS));
}

async function fetchDescriptions(client: Client, addresses: readonly string[]): Promise<void> {
  try {
    const { voice_messages } = await client.api.get<{ voice_messages: (Description & { path: string })[] }>(
      "/voice_messages",
      { paths: addresses.map(uploadPath) },
    );
    for (const { path, ...description } of voice_messages) {
      const address = addresses.find((one) => uploadPath(one) === path);
      if (address !== undefined) descriptionOf(address).value = description;
    }
  } catch {
    // The descriptions are requested again when their messages next come into view.
    for (const address of addresses) requestedUrls.delete(address);
  }
}

/** Computes the waveform from the audio, if the server has none. */
export async function listenInto(address: string): Promise<void> {
  const description = descriptionOf(address);
  if (description.peek().peaks.length > 0) return;
  try {
    const bytes = await (await fetch(address)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
    const duration_ms = Math.round(sound.duration * 1000);
    const peaks = peaksOf(sound.getChannelData(0));
    description.value = { duration_ms, transcript: description.peek().transcript, peaks };
  } catch {
    // If the browser can't read the format, the player already shows that.
  }
}
