import { signal } from "@preact/signals";
import type { DBSchema, IDBPDatabase } from "idb";
import type { UserId } from "../../model/ids.ts";
import { redirected, type TopicMove } from "../../model/messages/message-update.ts";
import type { Conversation } from "../../model/routes/conversation.ts";
import { openDatabase } from "../../store/open-database.ts";
import { hasUnsent, UNSENT_STORED, VOICE_DATABASE } from "./unsent.ts";

/** A recording that hasn't been sent yet. */
export interface KeptRecording {
  /** Increases over time. */
  readonly id: string;
  readonly account: UserId;
  readonly to: Conversation;
  readonly extension: string;
  readonly type: string;
  readonly duration_ms: number;
  readonly peaks: readonly number[];
  readonly isSending: boolean;
  /** The file's URL, once it is uploaded. */
  readonly url?: string;
  /** True if its message may be pending or already sent. */
  readonly isHandedOver?: boolean;
  readonly refusal?: string;
}

interface VoiceSchema extends DBSchema {
  recordings: { key: string; value: KeptRecording };
  /** The audio, in chunks of one second. */
  chunks: { key: [id: string, index: number]; value: Blob };
}

export const recordings = signal<readonly KeptRecording[]>([]);
/** Audio recorded since the page was opened, by id, so that it can be sent even if the browser stores nothing. */
const sounds = new Map<string, Blob[]>();

const others = new BroadcastChannel("parley.voice");
others.onmessage = () => void readStored();

let opened: Promise<IDBPDatabase<VoiceSchema>> | undefined;

function database(): Promise<IDBPDatabase<VoiceSchema>> {
  opened ??= openDatabase<VoiceSchema>(VOICE_DATABASE, 1, (made) => {
    made.createObjectStore("recordings", { keyPath: "id" });
    made.createObjectStore("chunks");
  });
  return opened;
}

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

export async function readStored(): Promise<void> {
  const stored = await (await database()).getAll("recordings").catch(() => []);
  const ids = new Set(stored.map(({ id }) => id));
  show([...stored, ...recordings.peek().filter(({ id }) => !ids.has(id) && sounds.has(id))]);
}

function show(all: readonly KeptRecording[]): void {
  recordings.value = all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  hasUnsent.value = all.length > 0;
  try {
    if (all.length > 0) localStorage.setItem(UNSENT_STORED, "1");
    else localStorage.removeItem(UNSENT_STORED);
  } catch {
    // The browser is out of storage space. Without the mark, the next visit doesn't look for unsent recordings.
  }
}

export const recordingOf = (id: string) => recordings.peek().find((one) => one.id === id);

/** Stores a new or changed recording. A browser that stores nothing keeps it until the page is closed. */
export async function saveRecording(recording: KeptRecording): Promise<void> {
  show([...recordings.peek().filter(({ id }) => id !== recording.id), recording]);
  await write((made) => made.put("recordings", recording));
}

/**
 * Redirects the recordings of a topic that was renamed or moved. Each tab does this, and the first one also updates the
 * stored recordings.
 */
export async function redirect(move: TopicMove): Promise<void> {
  show(recordings.peek().map((one) => redirected(one, move)));
  await write(async (made) => {
    // In one transaction, because a tab that is sending one of the recordings stores its progress.
    const { store, done } = made.transaction("recordings", "readwrite");
    for (const one of await store.getAll()) {
      const now = redirected(one, move);
      if (now !== one) void store.put(now);
    }
    await done;
  });
}

export async function addChunk(id: string, chunk: Blob): Promise<void> {
  const all = sounds.get(id) ?? [];
  sounds.set(id, all);
  all.push(chunk);
  const index = all.length - 1;
  await write((made) => made.put("chunks", chunk, [id, index]));
}

export async function soundOf({ id, type }: KeptRecording): Promise<Blob> {
  const chunks = sounds.get(id) ?? (await (await database()).getAll("chunks", chunksOf(id)));
  return new Blob(chunks, { type });
}

export async function deleteRecording(id: string): Promise<void> {
  sounds.delete(id);
  show(recordings.peek().filter((one) => one.id !== id));
  await write((made) => Promise.all([made.delete("recordings", id), made.delete("chunks", chunksOf(id))]));
}

async function write(step: (made: IDBPDatabase<VoiceSchema>) => Promise<unknown>): Promise<void> {
  try {
    await step(await database());
    others.postMessage("changed");
  } catch {
    // The browser stores nothing, or is out of storage space.
  }
}
