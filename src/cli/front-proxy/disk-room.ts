import { unavailable } from "./refusal.ts";
import type { RequestHead } from "./request-head.ts";

const MIB = 1_048_576;
/** Disk space that large bodies must leave free for messages and other small writes. */
const RESERVE_BYTES = 16 * MIB;
/** Disk space that small files must leave free. */
const MIN_BYTES = MIB;
/** Form bodies up to this size aren't checked against the disk. */
const SMALL_BYTES = 65_536;
/** Body bytes passed on between two checks of the disk. */
const LOOK_BYTES = MIB;
const RETRY_SECONDS = 60;

/**
 * Keeps clients' uploads from filling the disk. Once it is full, the runtime's file store stops responding, and no
 * message can be stored. A body that doesn't fit is rejected before it is read.
 */
export class DiskRoom {
  #left: () => number;
  #unseen = 0;

  /** @param left returns the free bytes on the disk */
  constructor(left: () => number) {
    this.#left = left;
  }

  /**
   * Rejects a request whose body doesn't fit.
   *
   * @param promised returns how many body bytes other requests still have to send
   */
  admit({ body, isFile }: RequestHead, promised: () => number) {
    if (body === null) return;
    const isSmall = body.left > 0 && body.left <= SMALL_BYTES;
    if (isSmall && !isFile) return;
    if (this.#left() - promised() - body.left < (isSmall ? MIN_BYTES : RESERVE_BYTES)) throw full();
  }

  /**
   * Aborts a body if the disk is nearly full, although the body was admitted.
   *
   * @param bytes the number of bytes that have arrived
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
