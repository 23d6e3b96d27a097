/** First bytes of a frame (RFC 6455, 5.2): two, plus up to eight for a longer length and four for the mask. */
const MAX_HEAD_BYTES = 14;

export interface FrameHead {
  readonly isFinal: boolean;
  readonly reserved: number;
  readonly opcode: number;
  readonly isMasked: boolean;
  /** Payload length, or Infinity if it exceeds a safe number. */
  readonly length: number;
  /** True if the length is encoded in as few bytes as possible. */
  readonly isShort: boolean;
}

/** Finds the frame heads in one direction of a WebSocket, read in parts of any size. */
export class Frames {
  #head = Buffer.alloc(MAX_HEAD_BYTES);
  #known = 0;
  /** Bytes left of the frame whose head was read. */
  #left = 0;

  read(part: Buffer, take: (head: FrameHead) => void) {
    let at = 0;
    while (at < part.length) {
      if (this.#left > 0) {
        const end = Math.min(part.length, at + this.#left);
        this.#left -= end - at;
        at = end;
        continue;
      }
      this.#head[this.#known] = part[at] ?? 0;
      this.#known += 1;
      at += 1;
      if (this.#known < 2 || this.#known < this.#headBytes) continue;
      this.#known = 0;
      const head = this.#understood;
      this.#left = head.length;
      take(head);
    }
  }

  get #headBytes() {
    const second = this.#head[1] ?? 0;
    const length = second & 0x7f;
    return 2 + (length === 127 ? 8 : length === 126 ? 2 : 0) + (second & 0x80 ? 4 : 0);
  }

  get #understood(): FrameHead {
    const [first = 0, second = 0] = this.#head;
    const short = second & 0x7f;
    let length = short;
    if (short === 126) length = this.#head.readUInt16BE(2);
    else if (short === 127) {
      const high = this.#head.readUInt32BE(2);
      length = high > 0x1f_ff_ff ? Number.POSITIVE_INFINITY : high * 2 ** 32 + this.#head.readUInt32BE(6);
    }
    return {
      isFinal: (first & 0x80) !== 0,
      reserved: (first >> 4) & 7,
      opcode: first & 0xf,
      isMasked: (second & 0x80) !== 0,
      length,
      isShort: short === 127 ? length > 0xff_ff : short === 126 ? length > 125 : true,
    };
  }
}
