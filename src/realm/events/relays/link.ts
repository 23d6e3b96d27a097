import type { Credentials } from "../../../rpc/credentials.ts";
import { ALL, type RelayedEvent, type ToRelay, writeFrame, writeSlots } from "../../../rpc/relay-frames.ts";
import { entryOf } from "../../../util/collections.ts";
import { milliseconds } from "../../../util/time.ts";
import { type Delivery, eventText } from "../event-log.ts";
import { NearNumbers } from "../queue-table/near-numbers.ts";
import type { Queue } from "../queues.ts";
import type { HeldSocket } from "../stream.ts";
import { packCredentials, unpackCredentials } from "./packed-credentials.ts";
import { RelayedSocket } from "./relayed-socket.ts";

/** Extra room that arrays get when they grow, as a fraction. */
const SPARE = 1 / 8;

/** A relay's streams by slot, in growing arrays: 15 bytes each plus credentials. */
class StreamSlots {
  /** Number of slots used so far. Higher ones were never taken. */
  count = 0;
  /** Queue number of each stream, or 0 if the slot is free. */
  queues = new Uint32Array();
  /** 1 for grouped streams, 0 for others. */
  joined = new Uint8Array();
  forms = new Uint16Array();
  /** The oldest event sent to the group that the stream's client hasn't acknowledged, or 0. */
  readonly oldest = new NearNumbers(0);
  readonly newest = new NearNumbers(0);
  /** Each stream's credentials, packed into a string (`packCredentials`). */
  readonly credentials: string[] = [];

  grow(slot: number): void {
    this.count = Math.max(this.count, slot + 1);
    if (slot < this.queues.length) return;
    const room = Math.ceil((slot + 1) * (1 + SPARE));
    this.queues = enlarged(this.queues, new Uint32Array(room));
    this.joined = enlarged(this.joined, new Uint8Array(room));
    this.forms = enlarged(this.forms, new Uint16Array(room));
    this.oldest.grow(room);
    this.newest.grow(room);
    while (this.credentials.length < room) this.credentials.push("");
  }
}

function enlarged<List extends Uint8Array | Uint16Array | Uint32Array>(from: List, to: List): List {
  to.set(from);
  return to;
}

/** What a link needs from the fan-out over all links. */
export interface Together {
  catchUp(): void;
  touched(link: Link): void;
  placed(queue: number, link: Link, slot: number): void;
  removed(queue: number, link: Link, slot: number): void;
}

/** A client form in use at a relay, and which streams with this form receive the current event. */
interface Form {
  readonly reader: Pick<Queue, "form" | "formKey">;
  readonly bits: Uint8Array;
  marked: number;
}

const bytesFor = (slots: number) => Math.ceil(slots / 8);

/**
 * The realm's end of a link to a relay, with the relay's streams. Grouped streams, which all get the same events, exist
 * only here, as arrays by slot.
 */
export class Link {
  /** Null while the link is down. */
  socket: HeldSocket | null = null;
  /** True if the relay has reported all its streams over this link. */
  isKnown = false;
  /**
   * When the relay last sent a frame. Pings don't count, because the platform answers them without waking the object.
   */
  heard = milliseconds(0);
  /** Number of tickets issued for streams that haven't opened yet. */
  promised = 0;
  #size = 0;
  #joined = 0;
  readonly #slots = new StreamSlots();
  /** Sockets of the ungrouped streams. */
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
    private readonly most: number,
  ) {}

  /** Number of streams open at the relay. */
  get size(): number {
    return this.#size;
  }

  get joined(): number {
    return this.#joined;
  }

  /** Returns the socket of the ungrouped stream in a slot, or undefined if there is none. */
  at(slot: number): RelayedSocket | undefined {
    return this.#sockets.get(slot);
  }

  joinedAt(slot: number): number {
    return this.#slots.joined[slot] === 1 ? (this.#slots.queues[slot] as number) : 0;
  }

  credentialsAt(slot: number): Credentials {
    return unpackCredentials(this.#slots.credentials[slot] as string);
  }

  /**
   * Sends a frame about streams. Drops it if the relay hasn't reported its positions yet, because new events would then
   * overtake missed ones.
   */
  send(said: ToRelay, texts?: readonly string[]): void {
    if (this.isKnown) this.sendFirst(said, texts);
  }

  /** Sends a frame, even if the relay hasn't reported its streams yet. */
  sendFirst(said: ToRelay, texts?: readonly string[]): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(writeFrame(said, texts));
  }

  /** Adds a stream's socket. Returns false if the relay has exceeded its limit. */
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

  /** Removes all streams. Returns their queue numbers, and the sockets of the ungrouped ones. */
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

  /** Adds a stream to the group, and forgets its socket. */
  join({ slot }: RelayedSocket, { oldest, newest }: { oldest: number; newest: number }): void {
    // The waiting events must be sent to the group first, because this stream already has them.
    this.together.catchUp();
    this.#sockets.delete(slot);
    this.#slots.joined[slot] = 1;
    this.#slots.oldest.set(slot, oldest);
    this.#slots.newest.set(slot, newest);
    this.#joined += 1;
  }

  /** Takes a stream out of the group, so that it gets its own frames again. Returns its new socket. */
  leave(slot: number, queue: Queue): RelayedSocket {
    const socket = new RelayedSocket(this, slot, queue);
    this.#sockets.set(slot, socket);
    this.#slots.joined[slot] = 0;
    this.#joined -= 1;
    return socket;
  }

  /**
   * Records that a client has received all events up to this one. Returns the queue number of a grouped stream; the
   * caller must then record the acknowledgment. Returns 0 if the stream isn't grouped.
   */
  acknowledge(slot: number, event: number): number {
    const queue = this.joinedAt(slot);
    if (queue !== 0) this.#slots.oldest.set(slot, event >= this.#slots.newest.at(slot) ? 0 : event + 1);
    return queue;
  }

  *joinedQueues(): Iterable<number> {
    for (let slot = 0; slot < this.#slots.count; slot++) {
      const queue = this.joinedAt(slot);
      if (queue !== 0) yield queue;
    }
  }

  /** Yields the queues of grouped streams with unacknowledged events up to this one. */
  *behind(event: number): Iterable<number> {
    for (let slot = 0; slot < this.#slots.count; slot++) {
      const oldest = this.#slots.oldest.at(slot);
      const queue = oldest > 0 && oldest <= event ? this.joinedAt(slot) : 0;
      if (queue !== 0) yield queue;
    }
  }

  /** Marks a slot's stream as a recipient of the event being placed. */
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

  /**
   * Adds an event to the next frame, for all marked streams. Returns the number of recipients, and the characters of
   * its texts.
   */
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
    return entryOf(this.#formIndex, formKey, () => {
      const bits = new Uint8Array(bytesFor(this.most));
      return this.#forms.push({ reader: { form, formKey }, bits, marked: 0 }) - 1;
    });
  }
}
