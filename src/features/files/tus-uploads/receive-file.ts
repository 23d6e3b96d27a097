import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, text } from "../../../api/parameter.ts";
import { boundedText } from "../../../protocol/bounded.ts";
import { describeFile } from "../attachment-actions/store-upload.ts";
import { handOver } from "../storage/hand-over.ts";
import { isGone } from "./discard-upload.ts";
import { type DescribedFile, describedSchema, type UploadTurn } from "./rows.ts";
import { accessUpload, noteBegun, noteEnded, notePart, noteRest, PART_BYTES } from "./tus-uploads.ts";

const progressSchema = v.variant("kind", [
  v.object({ kind: v.literal("begun"), upload_id: boundedText("token"), described: describedSchema }),
  v.object({ kind: v.literal("part"), part: v.number(), etag: boundedText("id") }),
  v.object({ kind: v.literal("rest"), bytes: v.number() }),
  v.object({ kind: v.literal("ended") }),
]);
export type Progress = v.InferOutput<typeof progressSchema>;

/** Number of the next part, if a part was recorded. */
export const progressReply = { part: v.nullable(v.number()) };

/** Records the progress of a request that sends bytes. Everything it lists is in the store. */
export const noteProgressEndpoint = action({
  route: "POST /resumable_uploads/:token/progress",
  internal: true,
  limited: false,
  params: { token: text("id"), turn: integer, progress: json(progressSchema) },
  reply: progressReply,
  run({ realm, actor, params: { token, turn, progress } }) {
    const row = accessUpload(realm, actor, token);
    if (progress.kind === "part") return { part: notePart(realm, row, { turn, ...progress }) };
    if (progress.kind === "begun") noteBegun(realm, row, { turn, ...progress });
    else if (progress.kind === "rest") noteRest(realm, row, { turn, ...progress });
    else noteEnded(realm, row, { turn });
    return { part: null };
  },
});

/** Bytes per read. Each read has a fixed cost, and an unfinished one is lost with the connection. */
const READ_CHUNK_BYTES = 262_144;
/** Bytes to read before other requests get a turn. */
const BEFORE_PAUSE = 1_048_576;

interface Incoming {
  readonly store: R2Bucket;
  readonly turn: UploadTurn;
  /** Size of the whole file, and how much of it is stored. */
  readonly length: number;
  readonly received: number;
  readonly filename: string;
  readonly type: string;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Makes the realm record the progress. Returns the number of the next part. */
  readonly note: (progress: Progress) => Promise<number | null>;
}

/** Result of a request: the whole file, or the number of bytes now in the store. */
export type ReceiveResult =
  | { readonly arrived: DescribedFile }
  | { readonly received: number }
  | { readonly lost: true };

/**
 * Runs in the Worker. Stores incoming data part by part. If the connection breaks, the data that arrived is kept, too,
 * so that clients with short connections make progress.
 */
export async function receiveFile(incoming: Incoming): Promise<ReceiveResult> {
  const receiver = new Receiver(incoming);
  try {
    if (!(await receiver.begin())) return { lost: true };
    return await receiver.receive();
  } catch (error) {
    if (!isGone(error)) throw error;
    // Either a request joined the parts but ended before reporting this, or the store lost them.
    const file = await incoming.store.head(incoming.turn.key);
    const { described } = incoming.turn;
    return file?.size === incoming.length && described !== null ? { arrived: described } : { lost: true };
  }
}

class Receiver {
  readonly #incoming: Incoming;
  readonly #parts: { partNumber: number; etag: string }[];
  /** Bytes that don't form a part yet. */
  readonly #block: Uint8Array;
  #filled = 0;
  #described: DescribedFile | null;
  #uploadId: string | null;
  #part: number;

  constructor(incoming: Incoming) {
    const { turn, length } = incoming;
    this.#incoming = incoming;
    this.#parts = [...turn.parts];
    this.#block = new Uint8Array(Math.min(PART_BYTES, length - this.#parts.length * PART_BYTES));
    this.#described = turn.described;
    this.#uploadId = turn.upload_id;
    this.#part = turn.part;
  }

  get #received(): number {
    return this.#parts.length * PART_BYTES + this.#filled;
  }

  /** Loads the remainder that an earlier request left. Returns whether it was found. */
  async begin(): Promise<boolean> {
    const { store, turn } = this.#incoming;
    if (turn.rest === null) return true;
    const rest = await store.get(turn.rest.key);
    if (rest?.size !== turn.rest.bytes) return false;
    this.#add(new Uint8Array(await rest.arrayBuffer()));
    return true;
  }

  async receive(): Promise<ReceiveResult> {
    const { length, received, note } = this.#incoming;
    for await (const piece of this.#pieces()) {
      let at = 0;
      while (at < piece.length) {
        at += this.#add(piece.subarray(at));
        if (this.#filled === PART_BYTES && this.#received < length) await this.#storePart();
      }
    }
    if (this.#received === length) return { arrived: await this.#complete() };
    if (this.#filled > 0 && this.#received > received) await this.#storeRest();
    else await note({ kind: "ended" });
    return { received: this.#received };
  }

  /** Yields incoming bytes up to the end of the file, or until the connection breaks. */
  async *#pieces(): AsyncGenerator<Uint8Array> {
    const { body, length } = this.#incoming;
    if (body === null) return;
    const reader = body.getReader({ mode: "byob" });
    let turn = 0;
    for (;;) {
      const bytes = Math.min(READ_CHUNK_BYTES, length - this.#received);
      if (bytes === 0) return;
      const { value } = await reader.readAtLeast(bytes, new Uint8Array(bytes)).catch(() => ({ value: undefined }));
      if (value !== undefined && value.length > 0) yield value;
      if (value === undefined || value.length < bytes) return;
      turn += bytes;
      if (turn >= BEFORE_PAUSE) {
        turn = 0;
        await scheduler.wait(0);
      }
    }
  }

  /** Adds as many bytes to the block as fit, and returns their number. */
  #add(bytes: Uint8Array): number {
    const fitting = bytes.subarray(0, this.#block.length - this.#filled);
    this.#block.set(fitting, this.#filled);
    this.#filled += fitting.length;
    return fitting.length;
  }

  get #held(): Uint8Array {
    return this.#block.subarray(0, this.#filled);
  }

  /** Describes the file by its name, and by the block if it is the file's beginning. */
  #describe() {
    const { filename, type } = this.#incoming;
    return describeFile({ filename, type }, this.#held);
  }

  async #storePart(): Promise<void> {
    const { store, turn, note } = this.#incoming;
    if (this.#uploadId === null) {
      const { described, httpMetadata } = this.#describe();
      const { uploadId } = await store.createMultipartUpload(turn.key, { httpMetadata });
      // The upload is recorded while empty, so that the store never has anything unrecorded.
      await note({ kind: "begun", upload_id: uploadId, described });
      this.#uploadId = uploadId;
      this.#described = described;
    }
    const part = await this.#uploadPart(this.#uploadId);
    this.#part = (await note({ kind: "part", part: part.partNumber, etag: part.etag })) ?? this.#part;
    this.#parts.push(part);
    this.#filled = 0;
  }

  #uploadPart(uploadId: string): Promise<R2UploadedPart> {
    const { store, turn } = this.#incoming;
    const upload = store.resumeMultipartUpload(turn.key, uploadId);
    return handOver(this.#held, (bytes) => upload.uploadPart(this.#part, bytes));
  }

  async #complete(): Promise<DescribedFile> {
    const { store, turn } = this.#incoming;
    if (this.#uploadId === null || this.#described === null) {
      const { described, httpMetadata } = this.#describe();
      await handOver(this.#held, (bytes) => store.put(turn.key, bytes, { httpMetadata }));
      return described;
    }
    const last = await this.#uploadPart(this.#uploadId);
    await store.resumeMultipartUpload(turn.key, this.#uploadId).complete([...this.#parts, last]);
    return this.#described;
  }

  async #storeRest(): Promise<void> {
    const { store, turn, note } = this.#incoming;
    await handOver(this.#held, (bytes) => store.put(turn.rest_key, bytes));
    await note({ kind: "rest", bytes: this.#filled });
  }
}
