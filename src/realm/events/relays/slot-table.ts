import { entryOf } from "../../../util/collections.ts";

const PAGE_BITS = 10;
const PAGE = 1 << PAGE_BITS;

interface SlotPage {
  readonly codes: Uint32Array;
  used: number;
}

/**
 * Maps each queue with a relayed stream to its link and slot. This takes four bytes per queue if their numbers are
 * close together.
 */
export class SlotTable {
  readonly #pages = new Map<number, SlotPage>();
  /** Number of the page used last, cached because queues are mostly looked up in the order of their numbers. */
  #number = -1;
  #page: SlotPage | undefined;

  /** Returns the code of a queue's slot, or 0 if no relay holds its stream. */
  get(queue: number): number {
    const number = queue >>> PAGE_BITS;
    if (number !== this.#number) {
      this.#number = number;
      this.#page = this.#pages.get(number);
    }
    return this.#page === undefined ? 0 : (this.#page.codes[queue & (PAGE - 1)] as number);
  }

  set(queue: number, code: number): void {
    const page = entryOf(this.#pages, queue >>> PAGE_BITS, () => ({ codes: new Uint32Array(PAGE), used: 0 }));
    const index = queue & (PAGE - 1);
    if (page.codes[index] === 0) page.used += 1;
    page.codes[index] = code;
    this.#number = -1;
  }

  delete(queue: number): void {
    const page = this.#pages.get(queue >>> PAGE_BITS);
    const index = queue & (PAGE - 1);
    if (page === undefined || page.codes[index] === 0) return;
    page.codes[index] = 0;
    page.used -= 1;
    if (page.used === 0) this.#pages.delete(queue >>> PAGE_BITS);
    this.#number = -1;
  }
}

/** Packs a link and a slot, 16 bits each, into a code that is never 0. */
export const codeOf = (link: number, slot: number): number => link * 65_536 + slot + 1;
export const linkIn = (code: number): number => (code - 1) >>> 16;
export const slotIn = (code: number): number => (code - 1) & 0xffff;
