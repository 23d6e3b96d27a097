import * as v from "valibot";
import { ClientFrames } from "../realm/events/client-frames.ts";
import { eventOf, numberInQueue } from "../realm/events/queues.ts";
import type { HeldSocket } from "../realm/events/stream.ts";
import { eventsBody, numberEvent } from "../rpc/poll-answer.ts";
import type { StreamState, ToRelay } from "../rpc/relay-frames.ts";
import type { Milliseconds } from "../util/time.ts";

type OpenedFrame = Extract<ToRelay, { do: "opened" }>;

/** A socket's relay, and the stream that it carries (null until the realm has opened it). */
const keptSchema = v.object({
  subdomain: v.string(),
  relay: v.string(),
  slot: v.number(),
  heard: v.custom<Milliseconds>((value) => typeof value === "number"),
  opened: v.nullable(v.custom<OpenedFrame>((value) => typeof value === "object")),
});
type KeptSocket = v.InferOutput<typeof keptSchema>;

/** A client's socket at a relay, and the position of its stream. */
export class RelayedStream {
  #opened: OpenedFrame | null;
  #sent: number;
  #acknowledged: number;
  #frames = new ClientFrames();
  /** Events for this stream in the current frame, as JSON. */
  #events = "";

  constructor(
    readonly socket: HeldSocket,
    /** The realm's permission to open a stream. Null once it is open. */
    readonly ticket: string | null,
    private readonly kept: KeptSocket,
  ) {
    this.#opened = kept.opened;
    this.#sent = kept.opened?.sent ?? 0;
    this.#acknowledged = kept.opened?.acknowledged ?? 0;
    this.heard = kept.heard;
  }

  /** When the client last sent anything other than a ping. */
  heard: Milliseconds;

  /** Data attached to a socket that survived hibernation, or null if it can't be read. */
  static keptBy(socket: HeldSocket): KeptSocket | null {
    const kept = v.safeParse(keptSchema, socket.deserializeAttachment());
    return kept.success ? kept.output : null;
  }

  keep(): void {
    const { subdomain, relay, slot } = this.kept;
    const opened = this.#opened && { ...this.#opened, sent: this.#sent, acknowledged: this.#acknowledged };
    this.socket.serializeAttachment({ subdomain, relay, slot, heard: this.heard, opened } satisfies KeptSocket);
  }

  get slot(): number {
    return this.kept.slot;
  }

  get isOpened(): boolean {
    return this.#opened !== null;
  }

  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** The stream as reported to the realm, or null until it is opened. */
  get state(): StreamState | null {
    if (this.#opened === null) return null;
    const { slot, queue, credentials } = this.#opened;
    return { slot, queue, sent: this.#sent, acknowledged: this.#acknowledged, credentials };
  }

  /** True if a frame about this slot is for this stream. Before the stream is opened, its ticket must match. */
  isMeant(ticket: string | undefined): boolean {
    return this.isOpened ? ticket === undefined : ticket === this.ticket;
  }

  open(opened: OpenedFrame): void {
    if (!this.isMeant(opened.ticket)) return;
    this.#opened = opened;
    this.#sent = opened.sent;
    this.#acknowledged = opened.acknowledged;
    this.keep();
  }

  /** Adds an event to the next frame. Returns true if it is the frame's first. */
  add(text: string, event: number): boolean {
    if (this.#opened === null) return false;
    const isFirst = this.#events === "";
    const written = numberEvent(text, numberInQueue(this.#opened, event));
    this.#events = isFirst ? written : `${this.#events},${written}`;
    this.#sent = Math.max(this.#sent, event);
    return isFirst;
  }

  flush(): void {
    const events = this.#events;
    this.#events = "";
    if (this.#opened !== null && events !== "") this.#write(eventsBody(this.#opened.id, events));
  }

  /** Sends a frame unchanged. */
  send(text: string, upTo: number | null): void {
    if (upTo !== null) this.#sent = Math.max(this.#sent, upTo);
    this.#write(text);
  }

  /** Handles a client's frame. Returns false if the frame is invalid. */
  receive(frame: unknown, now: Milliseconds): boolean {
    const number = this.#frames.read(frame, now);
    if (number === undefined) return false;
    // Until the stream is opened, acknowledgments are ignored. The realm knows what the client had received when it was
    // admitted.
    if (this.#opened === null) return true;
    const event = eventOf(this.#opened, number);
    if (event > this.#sent) return false;
    this.heard = now;
    this.#acknowledged = Math.max(this.#acknowledged, event);
    return true;
  }

  #write(text: string): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }
}
