import { unavailable } from "./refusal.ts";
import type { RequestHead } from "./request-head.ts";

const MIB = 1_048_576;
/** The room that large bodies leave on the disk, for messages and whatever else is written in small. */
const RESERVE_BYTES = 16 * MIB;
/** The room that small files leave. */
const MIN_BYTES = MIB;
/** Bodies of forms up to this size are no concern of the disk. */
const SMALL_BYTES = 65_536;
/** The bytes of bodies that are passed on between two looks at the disk. */
const LOOK_BYTES = MIB;
const RETRY_SECONDS = 60;

/**
 * Keeps what clients send from filling the disk: once it is full, the runtime's store of files does not answer any
 * more, and no message can be stored. A body that does not fit is refused before it is read.
 */
export class DiskRoom {
  #left: () => number;
  #unseen = 0;

  /** @param left how many bytes are left on the disk */
  constructor(left: () => number) {
    this.#left = left;
  }

  /**
   * Refuses a request whose body does not fit.
   *
   * @param promised how many bytes are still to come of other requests
   */
  admit({ body, isFile }: RequestHead, promised: () => number) {
    if (body === null) return;
    const isSmall = body.left > 0 && body.left <= SMALL_BYTES;
    if (isSmall && !isFile) return;
    if (this.#left() - promised() - body.left < (isSmall ? MIN_BYTES : RESERVE_BYTES)) throw full();
  }

  /**
   * Breaks a body off that fills the disk all the same.
   *
   * @param bytes that have come of it
   */
  pass(bytes: number) {
    this.#unseen += bytes;
    if (this.#unseen < LOOK_BYTES) return;
    this.#unseen = 0;
    if (this.#left() < RESERVE_BYTES / 2) throw full();
  }
}

const full = () =>
  unavailable("The server's disk is full: nothing so large can be stored until there is space again.", RETRY_SECONDS);
