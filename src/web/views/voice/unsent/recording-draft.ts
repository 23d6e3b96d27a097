import type { Client } from "../../../client/client.ts";
import {
  addChunk,
  deleteRecording,
  type KeptRecording,
  saveRecording,
} from "../../../client/voice/recordings-store.ts";
import { alone, followTopics, onTopicMove, sendRecording } from "../../../client/voice/send-recording.ts";
import { redirected } from "../../../model/messages/message-update.ts";
import type { Conversation } from "../../../model/routes/conversation.ts";
import { Recorder, type Recording } from "../recorder.ts";

/** The conversation that a recording is for. */
export interface VoiceTarget {
  readonly to: Conversation;
  /** Called once the recording is queued, with its conversation, which may have moved since. */
  readonly onSend: (to: Conversation) => void;
}

/** A recording in progress. Each second of it is stored. */
export class RecordingDraft {
  readonly recorder: Recorder;
  readonly #client: Client;
  readonly #onSend: VoiceTarget["onSend"];
  #kept: Pick<KeptRecording, "id" | "account" | "to">;
  /** Releases the recording, so that other tabs can offer it. */
  #release = () => {};
  #released: Promise<unknown> = Promise.resolve();
  #written: Promise<unknown> = Promise.resolve();

  constructor(client: Client, { to, onSend }: VoiceTarget) {
    this.#client = client;
    this.#onSend = onSend;
    const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
    this.#kept = { id, account: client.watch().user_id, to };
    this.recorder = new Recorder((chunk, soFar) => {
      this.#written = this.#add(chunk, soFar);
    });
    followTopics(client);
    this.#take();
    void this.recorder.begin();
  }

  get to(): Conversation {
    return this.#kept.to;
  }

  /** Ends the recording and sends it. Resolves to false if nothing was recorded. */
  async send(): Promise<boolean> {
    if (!(await this.#keep())) return false;
    await this.#released;
    void sendRecording(this.#client, this.#kept.id);
    this.#onSend(this.to);
    return true;
  }

  /** Ends the recording, and keeps it for later. */
  async leave(): Promise<void> {
    await this.#keep();
  }

  /** Ends the recording, deletes it, and returns it. */
  async discard(): Promise<Recording | undefined> {
    const made = await this.recorder.stop();
    await this.#written;
    await deleteRecording(this.#kept.id);
    this.#release();
    return made;
  }

  /** Stores a discarded recording again. */
  async restore(made: Recording): Promise<void> {
    this.#take();
    await addChunk(this.#kept.id, made.blob);
    await this.#keepMade(made);
    this.#release();
  }

  /** Ends the recording and stores it, or deletes it if nothing was recorded. Returns whether it is stored. */
  async #keep(): Promise<boolean> {
    const made = await this.recorder.stop();
    if (made === undefined || made.blob.size === 0) {
      await this.discard();
      return false;
    }
    await this.#written;
    await this.#keepMade(made);
    this.#release();
    return true;
  }

  #take(): void {
    const over = new Promise<void>((resolve) => {
      this.#release = resolve;
    });
    const stop = onTopicMove(this.#client, (move) => {
      this.#kept = redirected(this.#kept, move);
    });
    void over.then(stop);
    this.#released = alone(this.#kept.id, () => over);
  }

  async #add(chunk: Blob, soFar: Omit<Recording, "blob">): Promise<void> {
    const before = this.#written;
    const type = chunk.type.split(";")[0] ?? "";
    await before;
    await addChunk(this.#kept.id, chunk);
    await saveRecording({ ...this.#kept, ...soFar, type, isSending: false });
  }

  #keepMade({ blob, ...made }: Recording): Promise<void> {
    return saveRecording({ ...this.#kept, ...made, type: blob.type, isSending: false });
  }
}
