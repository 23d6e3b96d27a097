import { ALL, type RelayedEvent, type ToRelay, writeFrame, writeSlots } from "../../../rpc/relay-frames.ts";
import { milliseconds } from "../../../util/time.ts";
import { type Delivery, eventText } from "../event-log.ts";
import type { Queue } from "../queues.ts";
import type { HeldSocket, SharedPosition } from "../stream.ts";
import type { RelayedSocket } from "./relayed-socket.ts";

/** The part that a link takes in what is sent over all of them. */
export interface Together {
  readonly position: SharedPosition;
  /** Sends what waits to be sent, and counts the position up to the newest event. */
  catchUp(): void;
  /** Takes note that a link has events to send. */
  touched(link: Link): void;
  placed(queue: Queue, link: Link, slot: number): void;
  removed(queue: Queue, link: Link, slot: number): void;
}

/** A form of clients of which some are at a relay, and which of these an event is for. */
interface Form {
  readonly reader: Pick<Queue, "form" | "formKey">;
  readonly bits: Uint8Array;
  marked: number;
}

const bytesFor = (slots: number) => Math.ceil(slots / 8);

/**
 * The realm's end of the link to a relay, and the streams that the relay holds. What is asked for each listener of each event
 * lies in arrays by slot.
 */
export class Link {
  /** Null while the link is broken. */
  socket: HeldSocket | null = null;
  /** Whether the relay has told all of its streams since the link was made. */
  isKnown = false;
  /** When the relay last said something; its pings are answered without the object. */
  heard = milliseconds(0);
  /** The streams that tickets were given for. */
  promised = 0;
  #size = 0;
  #sockets: (RelayedSocket | undefined)[] = [];
  /** 1 where the stream is sent what others are. */
  #live: Uint8Array;
  /** The index of each client's form. */
  #formOf: Uint16Array;
  /** The oldest event that was sent together with others and is not acknowledged; 0 where all are. */
  #oldest: Float64Array;
  #newest: Float64Array;
  readonly #forms: Form[] = [];
  readonly #formIndex = new Map<string, number>();
  #marked = 0;
  #events: RelayedEvent[] = [];
  #texts: string[] = [];

  constructor(
    readonly name: string,
    readonly index: number,
    private readonly together: Together,
    private readonly slots: number,
  ) {
    this.#live = new Uint8Array(slots);
    this.#formOf = new Uint16Array(slots);
    this.#oldest = new Float64Array(slots);
    this.#newest = new Float64Array(slots);
  }

  /** The number of streams that are open at the relay. */
  get size(): number {
    return this.#size;
  }

  get sockets(): RelayedSocket[] {
    return this.#sockets.filter((socket) => socket !== undefined);
  }

  at(slot: number): RelayedSocket | undefined {
    return this.#sockets[slot];
  }

  /** Sends a frame about streams, unless the relay is yet to tell how far they are: what is sent now would overtake what they lack. */
  send(said: ToRelay, texts?: readonly string[]): void {
    if (this.isKnown) this.sendFirst(said, texts);
  }

  /** Sends a frame, also before the relay has told its streams. */
  sendFirst(said: ToRelay, texts?: readonly string[]): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(writeFrame(said, texts));
  }

  /** Adds a stream's socket. False where the relay has more than it may. */
  add(socket: RelayedSocket): boolean {
    const { slot, queue } = socket;
    if (slot >= this.slots || this.#sockets[slot] !== undefined) return false;
    this.#sockets[slot] = socket;
    this.#formOf[slot] = this.#indexOf(queue);
    this.#size += 1;
    this.together.placed(queue, this, slot);
    return true;
  }

  remove({ slot, queue }: RelayedSocket): void {
    if (this.#sockets[slot]?.queue !== queue) return;
    this.#sockets[slot] = undefined;
    this.#live[slot] = 0;
    this.#size -= 1;
    this.together.removed(queue, this, slot);
  }

  isLive(slot: number): boolean {
    return this.#live[slot] === 1;
  }

  join({ slot }: RelayedSocket, { oldest, newest }: { oldest: number; newest: number }): SharedPosition {
    this.#live[slot] = 1;
    this.#oldest[slot] = oldest;
    this.#newest[slot] = newest;
    return this.together.position;
  }

  leave({ slot }: RelayedSocket): void {
    this.together.catchUp();
    this.#live[slot] = 0;
  }

  /** Takes note that a client has the events up to one; false where its stream has to look after that itself. */
  acknowledge(slot: number, event: number): boolean {
    if (this.#live[slot] !== 1) return false;
    this.#oldest[slot] = event >= (this.#newest[slot] as number) ? 0 : event + 1;
    return true;
  }

  /** The streams that are sent what others are and have not acknowledged an event up to this one. */
  *behind(event: number): Iterable<RelayedSocket> {
    for (let slot = 0; slot < this.#sockets.length; slot++) {
      const oldest = this.#oldest[slot] as number;
      const socket = oldest > 0 && oldest <= event && this.#live[slot] === 1 ? this.#sockets[slot] : undefined;
      if (socket !== undefined) yield socket;
    }
  }

  /** Notes that the event that is being placed is for the stream of a slot. */
  mark(slot: number, event: number): void {
    if (this.#live[slot] !== 1) return;
    if (this.#marked === 0) this.together.touched(this);
    this.#marked += 1;
    const form = this.#forms[this.#formOf[slot] as number] as Form;
    form.bits[slot >> 3] = (form.bits[slot >> 3] as number) | (1 << (slot & 7));
    form.marked += 1;
    if (this.#oldest[slot] === 0) this.#oldest[slot] = event;
    this.#newest[slot] = event;
  }

  /** Adds an event to the next frame, for all that were marked. Returns the number of characters of its texts. */
  place(delivery: Delivery): { readonly listeners: number; readonly characters: number } {
    const listeners = this.#marked;
    this.#marked = 0;
    let characters = 0;
    const used = bytesFor(this.#sockets.length);
    for (const form of this.#forms) {
      if (form.marked === 0) continue;
      const bits = form.bits.subarray(0, used);
      const to = form.marked === this.#size ? ALL : writeSlots(bits);
      form.marked = 0;
      bits.fill(0);
      const text = eventText(delivery, form.reader);
      characters += text.length;
      this.#events.push({ id: delivery.event.id, to, text: this.#texts.push(text) - 1 });
    }
    return { listeners, characters };
  }

  /** Sends the events that were added. */
  flush(): void {
    const [events, texts] = [this.#events, this.#texts];
    this.#events = [];
    this.#texts = [];
    if (events.length > 0) this.send({ do: "events", events }, texts);
  }

  #indexOf({ form, formKey }: Queue): number {
    const known = this.#formIndex.get(formKey);
    if (known !== undefined) return known;
    const bits = new Uint8Array(bytesFor(this.slots));
    const index = this.#forms.push({ reader: { form, formKey }, bits, marked: 0 }) - 1;
    this.#formIndex.set(formKey, index);
    return index;
  }
}
