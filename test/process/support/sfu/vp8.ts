/** Fields of a VP8 payload descriptor, with their byte offsets (RFC 7741, 4.2 and 4.3). */
interface Vp8Payload {
  readonly isKeyFrame: boolean;
  /** The picture id, as 15 bits, which is how browsers send it. */
  readonly picture: { readonly at: number; readonly id: number } | undefined;
  /** The index of the current picture of the lowest temporal layer (TL0PICIDX). */
  readonly base: { readonly at: number; readonly index: number } | undefined;
}

export function readVp8(payload: Buffer): Vp8Payload {
  const first = payload[0] ?? 0;
  const isStart = (first & 0x10) !== 0 && (first & 0x07) === 0;
  const extension = first & 0x80 ? (payload[1] ?? 0) : 0;
  let at = first & 0x80 ? 2 : 1;
  const isLong = (extension & 0x80) !== 0 && ((payload[at] ?? 0) & 0x80) !== 0;
  const picture = isLong ? { at, id: payload.readUInt16BE(at) & 0x7fff } : undefined;
  if (extension & 0x80) at += isLong ? 2 : 1;
  const base = extension & 0x40 ? { at, index: payload[at] ?? 0 } : undefined;
  if (extension & 0x40) at += 1;
  if (extension & 0x30) at += 1;
  return { isKeyFrame: isStart && ((payload[at] ?? 1) & 0x01) === 0, picture, base };
}

/**
 * Renumbers the pictures of several streams, so that they form one stream. Otherwise, decoders would take some pictures
 * for old ones.
 */
export class Vp8Numbers {
  #picture = { last: -1, offset: 0 };
  #base = { last: -1, offset: 0 };

  /** Starts another stream, whose numbers continue after those of the last forwarded packet. */
  begin({ picture, base }: Vp8Payload): void {
    if (picture && this.#picture.last >= 0) this.#picture.offset = this.#picture.last + 1 - picture.id;
    if (base && this.#base.last >= 0) this.#base.offset = this.#base.last + 1 - base.index;
  }

  /** Returns the same payload, with the numbers of the combined stream. */
  renumber(payload: Buffer, { picture, base }: Vp8Payload): Buffer {
    const renumbered = Buffer.from(payload);
    if (picture) {
      this.#picture.last = (picture.id + this.#picture.offset) & 0x7fff;
      renumbered.writeUInt16BE(0x8000 | this.#picture.last, picture.at);
    }
    if (base) {
      this.#base.last = (base.index + this.#base.offset) & 0xff;
      renumbered[base.at] = this.#base.last;
    }
    return renumbered;
  }
}
