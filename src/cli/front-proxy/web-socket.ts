import { type FrameHead, Frames } from "./frames.ts";

/**
 * Limits on what a client can send: only acknowledgments of events, and pings. The organization enforces lower limits
 * (`limits.stream`), but the runtime would continue reading past them, and it buffers a message's fragments without
 * bound.
 */
export const CLIENT_FRAME_LIMITS = {
  messageBytes: 512,
  /** Frames of one message. */
  fragments: 16,
  /** Frames, and their bytes, per period. */
  frames: 2000,
  bytes: 400_000,
  periodMs: 10_000,
};

/**
 * Limits in a call, whose members describe their connections to each other (`MAX_FRAME_LENGTH` of
 * src/call-room/frames.ts).
 */
export const MAX_IN_CALL: typeof CLIENT_FRAME_LIMITS = {
  ...CLIENT_FRAME_LIMITS,
  messageBytes: 262_144,
  bytes: 4_000_000,
};

const CONTINUATION = 0;
const TEXT = 1;
const BINARY = 2;
const CLOSE = 8;
const PONG = 10;
const MAX_CONTROL_BYTES = 125;
/** First reserved bit: the message is compressed (RFC 7692). */
const COMPRESSED = 4;

/** Enforces the limits on a connection that became a WebSocket. */
export class WebSocketWatch {
  #fromClient = new Frames();
  #fromRuntime = new Frames();
  #period = { since: 0, frames: 0, bytes: 0 };
  /** Frames and bytes of the current message, or null between messages. */
  #message: { frames: number; bytes: number } | null = null;
  /** When the runtime closed the WebSocket, or 0 while it is open. */
  #closedAt = 0;
  #isClosed = false;
  #compresses: boolean;
  #most: typeof CLIENT_FRAME_LIMITS;

  constructor(compresses = false, most = CLIENT_FRAME_LIMITS) {
    this.#compresses = compresses;
    this.#most = most;
  }

  readAnswer(part: Buffer, now: number) {
    if (this.#closedAt > 0) return;
    this.#fromRuntime.read(part, ({ opcode }) => {
      if (opcode === CLOSE) this.#closedAt = now;
    });
  }

  /** True if the client had this long to answer the runtime's close frame. */
  isOver(now: number, ms: number) {
    return this.#closedAt > 0 && now - this.#closedAt > ms;
  }

  get hasEnded() {
    return this.#isClosed && this.#closedAt > 0;
  }

  /**
   * Reads data from the client. Returns whether to pass it on: false after the runtime has closed the WebSocket. Throws
   * on anything forbidden.
   */
  read(part: Buffer, now: number) {
    if (now - this.#period.since > this.#most.periodMs) this.#period = { since: now, frames: 0, bytes: 0 };
    this.#period.bytes += part.length;
    if (this.#period.bytes > this.#most.bytes) throw new Error("too many bytes");
    this.#fromClient.read(part, (head) => this.#check(head));
    return this.#closedAt === 0;
  }

  #check({ isFinal, reserved, opcode, isMasked, length, isShort }: FrameHead) {
    this.#period.frames += 1;
    if (this.#period.frames > this.#most.frames) throw new Error("too many frames");
    const isCompressed = this.#compresses && reserved === COMPRESSED && (opcode === TEXT || opcode === BINARY);
    if (!isMasked || (reserved !== 0 && !isCompressed) || !isShort) throw new Error("a frame that no client sends");
    if (opcode >= CLOSE && opcode <= PONG) {
      if (!isFinal || length > MAX_CONTROL_BYTES) throw new Error("a control frame that is too long");
      if (opcode === CLOSE) this.#isClosed = true;
      return;
    }
    const begins = opcode === TEXT || opcode === BINARY;
    if (!begins && opcode !== CONTINUATION) throw new Error("a frame of no known kind");
    if (begins !== (this.#message === null)) throw new Error("a frame at the wrong place");
    this.#message ??= { frames: 0, bytes: 0 };
    this.#message.frames += 1;
    this.#message.bytes += length;
    if (this.#message.frames > this.#most.fragments || this.#message.bytes > this.#most.messageBytes)
      throw new Error("a message that is too long");
    if (isFinal) this.#message = null;
  }
}
