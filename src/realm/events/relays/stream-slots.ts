import { NearNumbers } from "../table/near-numbers.ts";

/** The room beyond what is asked for, as a part of that. */
const SPARE = 1 / 8;

/** The streams at a relay, by their slots, in arrays that grow with them: 15 bytes each and their credentials. */
export class StreamSlots {
  /** The slots that there are: those after them were never taken. */
  count = 0;
  /** The number of each stream's queue; 0 where the slot is free. */
  queues = new Uint32Array();
  /** 1 where the stream is sent what others are. */
  joined = new Uint8Array();
  /** The index of each client's form. */
  forms = new Uint16Array();
  /** The oldest event that was sent together with others and is not acknowledged; 0 where all are. */
  readonly oldest = new NearNumbers(0);
  readonly newest = new NearNumbers(0);
  /** Packed. */
  readonly credentials: string[] = [];

  /** Makes room for a slot. */
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
