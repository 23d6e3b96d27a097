import { NearNumbers } from "../queue-table/near-numbers.ts";

/** Spare room, as a fraction of the requested size. */
const SPARE = 1 / 8;

/** A relay's streams by slot, in growing arrays: 15 bytes each plus credentials. */
export class StreamSlots {
  /** Number of slots in use so far; slots beyond it were never taken. */
  count = 0;
  /** Queue number of each stream, or 0 if the slot is free. */
  queues = new Uint32Array();
  /** 1 if the stream is grouped. */
  joined = new Uint8Array();
  forms = new Uint16Array();
  /** The oldest unacknowledged event that was sent to the group, or 0 if all are acknowledged. */
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
