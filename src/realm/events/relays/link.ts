import type { Credentials } from "../../../rpc/credentials.ts";
import { ALL, type RelayedEvent, type ToRelay, writeFrame, writeSlots } from "../../../rpc/relay-frames.ts";
import { milliseconds } from "../../../util/time.ts";
import { type Delivery, eventText } from "../event-log.ts";
import type { Queue } from "../queues.ts";
import type { HeldSocket } from "../stream.ts";
import { packCredentials, unpackCredentials } from "./packed-credentials.ts";
import { RelayedSocket } from "./relayed-socket.ts";
import { StreamSlots } from "./stream-slots.ts";

/** The part that a link takes in what is sent over all of them. */
export interface Together {
  /** Sends what waits to be sent. */
  catchUp(): void;
  /** Takes note that a link has events to send. */
  touched(link: Link): void;
  placed(queue: number, link: Link, slot: number): void;
  removed(queue: number, link: Link, slot: number): void;
}

/** A form of clients of which some are at a relay, and which of these an event is for. */
interface Form {
  readonly reader: Pick<Queue, "form" | "formKey">;
  readonly bits: Uint8Array;
  marked: number;
}

const bytesFor = (slots: number) => Math.ceil(slots / 8);

/**
 * The realm's end of the link to a relay, and the streams that the relay holds. A stream that has joined the others, which is
 * sent what they are, is here only: in arrays by slot.
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
  #joined = 0;
  readonly #slots = new StreamSlots();
  /** The sockets of the streams that have not joined the others. */
  readonly #sockets = new Map<number, RelayedSocket>();
  readonly #forms: Form[] = [];
  readonly #formIndex = new Map<string, number>();
  #marked = 0;
  #events: RelayedEvent[] = [];
  #texts: string[] = [];

  constructor(
    readonly name: string,
    readonly index: number,
    private readonly together: Together,
    /** The most slots. */
    private readonly most: number,
  ) {}

  /** The number of streams that are open at the relay. */
  get size(): number {
    return this.#size;
  }

  /** The number of those that are sent what others are. */
  get joined(): number {
    return this.#joined;
  }

  /** The socket in a slot whose stream has not joined the others. */
  at(slot: number): RelayedSocket | undefined {
    return this.#sockets.get(slot);
  }

  /** The number of the queue of a stream that has joined the others; 0 where there is none in the slot. */
  joinedAt(slot: number): number {
    return this.#slots.joined[slot] === 1 ? (this.#slots.queues[slot] as number) : 0;
  }

  credentialsAt(slot: number): Credentials {
    return unpackCredentials(this.#slots.credentials[slot] as string);
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
  add(socket: RelayedSocket, credentials: Credentials): boolean {
    const { slot, queue } = socket;
    const slots = this.#slots;
    if (slot >= this.most || (slots.queues[slot] ?? 0) !== 0) return false;
    slots.grow(slot);
    slots.queues[slot] = queue.number;
    slots.forms[slot] = this.#indexOf(queue);
    slots.credentials[slot] = packCredentials(credentials);
    this.#sockets.set(slot, socket);
    this.#size += 1;
    this.together.placed(queue.number, this, slot);
    return true;
  }

  remove(socket: RelayedSocket): void {
    if (this.#sockets.get(socket.slot) === socket) this.#clear(socket.slot);
  }

  /** Takes all streams away. Returns the numbers of their queues, and the sockets of those that have not joined the others. */
  takeAll(): (readonly [queue: number, socket: RelayedSocket | undefined])[] {
    const all: [number, RelayedSocket | undefined][] = [];
    for (let slot = 0; slot < this.#slots.count; slot++) {
      const queue = this.#slots.queues[slot] as number;
      if (queue === 0) continue;
      all.push([queue, this.#sockets.get(slot)]);
      this.#clear(slot);
    }
    return all;
  }

  /** Has a stream be sent what others are. From now on there is no socket of it here. */
  join({ slot }: RelayedSocket, { oldest, newest }: { oldest: number; newest: number }): void {
    // Events that wait are not for this stream, which has them already.
    this.together.catchUp();
    this.#sockets.delete(slot);
    this.#slots.joined[slot] = 1;
    this.#slots.oldest.set(slot, oldest);
    this.#slots.newest.set(slot, newest);
    this.#joined += 1;
  }

  /** Has a stream that has joined the others get frames of its own again, over a socket that is made anew. */
  leave(slot: number, queue: Queue): RelayedSocket {
    const socket = new RelayedSocket(this, slot, queue);
    this.#sockets.set(slot, socket);
    this.#slots.joined[slot] = 0;
    this.#joined -= 1;
    return socket;
  }

  /** Takes note that a client has the events up to one. Returns `joinedAt`: other streams have to look after that themselves. */
  acknowledge(slot: number, event: number): number {
    const queue = this.joinedAt(slot);
    if (queue !== 0) this.#slots.oldest.set(slot, event >= this.#slots.newest.at(slot) ? 0 : event + 1);
    return queue;
  }

  /** The numbers of the queues whose streams have joined the others. */
  *joinedQueues(): Iterable<number> {
    for (let slot = 0; slot < this.#slots.count; slot++) {
      const queue = this.joinedAt(slot);
      if (queue !== 0) yield queue;
    }
  }

  /** The queues of joined streams whose clients have not acknowledged an event up to this one. */
  *behind(event: number): Iterable<number> {
    for (let slot = 0; slot < this.#slots.count; slot++) {
      const oldest = this.#slots.oldest.at(slot);
      const queue = oldest > 0 && oldest <= event ? this.joinedAt(slot) : 0;
      if (queue !== 0) yield queue;
    }
  }

  /** Notes that the event that is being placed is for the stream of a slot. */
  mark(slot: number, event: number): void {
    const slots = this.#slots;
    if (slots.joined[slot] !== 1) return;
    if (this.#marked === 0) this.together.touched(this);
    this.#marked += 1;
    const form = this.#forms[slots.forms[slot] as number] as Form;
    form.bits[slot >> 3] = (form.bits[slot >> 3] as number) | (1 << (slot & 7));
    form.marked += 1;
    if (slots.oldest.at(slot) === 0) slots.oldest.set(slot, event);
    slots.newest.set(slot, event);
  }

  /** Adds an event to the next frame, for all that were marked. Returns the number of characters of its texts. */
  place(delivery: Delivery): { readonly listeners: number; readonly characters: number } {
    const listeners = this.#marked;
    this.#marked = 0;
    let characters = 0;
    const used = bytesFor(this.#slots.count);
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

  #clear(slot: number): void {
    const slots = this.#slots;
    const queue = slots.queues[slot] as number;
    this.#size -= 1;
    this.#joined -= slots.joined[slot] as number;
    slots.queues[slot] = 0;
    slots.joined[slot] = 0;
    slots.credentials[slot] = "";
    this.#sockets.delete(slot);
    this.together.removed(queue, this, slot);
  }

  #indexOf({ form, formKey }: Queue): number {
    const known = this.#formIndex.get(formKey);
    if (known !== undefined) return known;
    const bits = new Uint8Array(bytesFor(this.most));
    const index = this.#forms.push({ reader: { form, formKey }, bits, marked: 0 }) - 1;
    this.#formIndex.set(formKey, index);
    return index;
  }
}
