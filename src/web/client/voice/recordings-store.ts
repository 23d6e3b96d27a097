import { signal } from "@preact/signals";
import type { DBSchema, IDBPDatabase } from "idb";
import type { UserId } from "../../model/ids.ts";
import { redirected, type TopicMove } from "../../model/messages/message-update.ts";
import type { Conversation } from "../../model/places/conversation.ts";
import { lasting, openDatabase } from "../../store/open-database.ts";
import { hasUnsent, UNSENT_STORED, VOICE_DATABASE } from "./unsent.ts";

/** A recording that was not sent yet. */
export interface KeptRecording {
  /** Ascends with time. */
  readonly id: string;
  readonly account: UserId;
  readonly to: Conversation;
  /** The end of the file's name. */
  readonly extension: string;
  readonly type: string;
  readonly duration_ms: number;
  readonly peaks: readonly number[];
  /** Whether it is to be sent as soon as that is possible. */
  readonly isSending: boolean;
  /** The address of its file, once it is uploaded. */
  readonly url?: string;
  /** Whether its message may be among those that wait to be sent, or sent. */
  readonly isHandedOver?: boolean;
  /** The server's message, if it has refused the recording. */
  readonly refusal?: string;
}

interface VoiceSchema extends DBSchema {
  recordings: { key: string; value: KeptRecording };
  /** The sound, a second each. */
  chunks: { key: [id: string, index: number]; value: Blob };
}

/** The recordings of this browser that were not sent, the oldest first. */
export const recordings = signal<readonly KeptRecording[]>([]);
/** The sound that was recorded since the page was opened, by the ids: a browser that stores nothing can send it all the same. */
const sounds = new Map<string, Blob[]>();

const others = new BroadcastChannel("parley.voice");
others.onmessage = () => void readStored();

let opened: Promise<IDBPDatabase<VoiceSchema>> | undefined;

function database(): Promise<IDBPDatabase<VoiceSchema>> {
  opened ??= lasting((onClosed) =>
    openDatabase<VoiceSchema>(VOICE_DATABASE, 1, {
      upgrade(made) {
        made.createObjectStore("recordings", { keyPath: "id" });
        made.createObjectStore("chunks");
      },
      blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
      terminated: onClosed,
    }),
  );
  return opened;
}

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

/** Reads what earlier visits and other tabs have recorded. */
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
    // Without room they are known until the page is closed.
  }
}

export const recordingOf = (id: string) => recordings.peek().find((one) => one.id === id);

/** Keeps a recording, or what has changed of it. A browser that stores nothing has it until the page is closed. */
export async function saveRecording(recording: KeptRecording): Promise<void> {
  show([...recordings.peek().filter(({ id }) => id !== recording.id), recording]);
  await write((made) => made.put("recordings", recording));
}

/** Redirects the recordings of a topic that was renamed or moved. Each tab does, and the first of them changes what is stored. */
export async function redirect(move: TopicMove): Promise<void> {
  show(recordings.peek().map((one) => redirected(one, move)));
  await write(async (made) => {
    // In one step, because the tab that sends one of them notes how far it is.
    const { store, done } = made.transaction("recordings", "readwrite");
    for (const one of await store.getAll()) {
      const now = redirected(one, move);
      if (now !== one) void store.put(now);
    }
    await done;
  });
}

/** Adds a second to the sound of a recording. */
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
    // The browser stores nothing, or has no room.
  }
}
