/** Ids of the WebM elements that are read (RFC 9559). */
const WEBM = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  codec: 0x86,
  codecPrivate: 0x63a2,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
};
/**
 * Elements whose children are read as if they weren't nested, because recordings leave the sizes of these elements
 * open.
 */
const OPENED = new Set([WEBM.segment, WEBM.info, WEBM.tracks, WEBM.trackEntry, WEBM.cluster, WEBM.blockGroup]);
/** Opus counts samples at 48 kHz, regardless of the recording's rate. */
const RATE = 48_000;
/** A packet later than this leaves a gap that must be filled, because the recorder dropped silence. */
const GAP = RATE / 10;
const LACED = 0x06;

interface Packet {
  readonly bytes: Uint8Array;
  /** Start time in samples. */
  readonly at: number;
}

interface OpusTrack {
  /** Opus identification header (RFC 7845). */
  readonly head: Uint8Array;
  readonly packets: readonly Packet[];
}

/**
 * Converts a WebM recording, as made by Firefox, to MP4, which all phones play. The audio itself is copied. Throws if
 * the file has anything but a single Opus track.
 */
export function voiceToMp4(webm: Uint8Array): Uint8Array<ArrayBuffer> {
  const { head, packets } = readWebm(webm);
  if (new TextDecoder().decode(head.subarray(0, 8)) !== "OpusHead" || packets.length === 0)
    throw new Error("the recording is not Opus");
  const durations = packets.map(({ bytes, at }, index) => {
    const own = samplesOf(bytes);
    const next = packets[index + 1];
    return next !== undefined && next.at - at - own > GAP ? next.at - at : own;
  });
  const parts = { head, durations, sizes: packets.map(({ bytes }) => bytes.length) };
  const start = box("ftyp", text("M4A "), u32(0), text("M4A "), text("isom"), text("mp42"));
  const before = start.length + movie({ ...parts, offset: 0 }).length + 8;
  return join([start, movie({ ...parts, offset: before }), box("mdat", ...packets.map(({ bytes }) => bytes))]);
}

function readWebm(file: Uint8Array): OpusTrack {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const packets: Packet[] = [];
  let head = new Uint8Array();
  let [nanoseconds, cluster, at] = [1_000_000, 0, 0];
  /**
   * Reads a variable-length number. In ids, the length marker is part of the number. Returns -1 at the end of a
   * truncated recording.
   */
  const number = (isId: boolean): number => {
    const first = file[at] ?? 0;
    const length = Math.clz32(first) - 23;
    if (length > 8 || at + length > file.length) return -1;
    let value = isId ? first : first & (0xff >> length);
    for (let index = 1; index < length; index++) value = value * 256 + (file[at + index] ?? 0);
    at += length;
    return value;
  };
  while (at < file.length) {
    const id = number(true);
    const size = number(false);
    if (OPENED.has(id)) continue;
    if (id < 0 || size < 0 || at + size > file.length) break;
    const bytes = file.subarray(at, at + size);
    const whole = () => bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    if (id === WEBM.timestampScale) nanoseconds = whole();
    else if (id === WEBM.codec && new TextDecoder().decode(bytes) !== "A_OPUS") throw new Error("not Opus");
    else if (id === WEBM.codecPrivate) head = bytes.slice();
    else if (id === WEBM.clusterTime) cluster = whole();
    else if (id === WEBM.simpleBlock || id === WEBM.block) {
      const end = at + size;
      number(false);
      const time = ((cluster + view.getInt16(at)) * nanoseconds * RATE) / 1e9;
      if (((file[at + 2] ?? 0) & LACED) !== 0) throw new Error("the packets are laced");
      packets.push({ bytes: file.subarray(at + 3, end), at: Math.round(time) });
      at = end;
      continue;
    }
    at += size;
  }
  return { head, packets };
}

/** Returns a packet's duration in samples, from its first bytes (RFC 6716, 3.1). */
function samplesOf(packet: Uint8Array): number {
  const [first = 0, second = 0] = packet;
  const [kind, code] = [first >> 3, first & 3];
  const short = kind & 3;
  const ms = kind < 12 ? [10, 20, 40, 60][short] : kind < 16 ? [10, 20][kind & 1] : [2.5, 5, 10, 20][short];
  const frames = code === 0 ? 1 : code < 3 ? 2 : second & 0x3f;
  return (ms ?? 0) * frames * (RATE / 1000);
}

interface Movie {
  readonly head: Uint8Array;
  readonly durations: readonly number[];
  readonly sizes: readonly number[];
  /** Position of the first packet in the file. */
  readonly offset: number;
}

/** Returns the `moov` box of a file with one track (ISO/IEC 14496-12). */
function movie({ head, durations, sizes, offset }: Movie): Uint8Array {
  const total = durations.reduce((sum, one) => sum + one, 0);
  const skipped = (head[10] ?? 0) + 256 * (head[11] ?? 0);
  const shown = Math.max(0, total - skipped);
  const matrix = join([0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32));
  const runs: (readonly [count: number, duration: number])[] = [];
  for (const duration of durations) {
    const last = runs.at(-1);
    if (last?.[1] === duration) runs[runs.length - 1] = [last[0] + 1, duration];
    else runs.push([1, duration]);
  }
  // MP4 stores the Opus header's numbers in the opposite byte order.
  const { 9: channels = 1, 18: family = 0 } = head;
  const numbers = [reversed(head, 10, 2), reversed(head, 12, 4), reversed(head, 16, 2)];
  const opus = box("dOps", bytes(0, channels), ...numbers, bytes(family), head.subarray(19));
  const entry = box("Opus", zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u32(RATE * 65_536), opus);
  const table = box(
    "stbl",
    full("stsd", u32(1), entry),
    full("stts", u32(runs.length), ...runs.flatMap((run) => run.map(u32))),
    full("stsc", u32(1), u32(1), u32(sizes.length), u32(1)),
    full("stsz", u32(0), u32(sizes.length), ...sizes.map(u32)),
    full("stco", u32(1), u32(offset)),
  );
  const media = box(
    "mdia",
    full("mdhd", zeros(8), u32(RATE), u32(total), u16(0x55c4), u16(0)),
    full("hdlr", u32(0), text("soun"), zeros(12), text("Voice\0")),
    box("minf", full("smhd", u32(0)), box("dinf", full("dref", u32(1), flagged("url ", 1))), table),
  );
  return box(
    "moov",
    full("mvhd", zeros(8), u32(RATE), u32(shown), u32(0x10000), u16(0x100), zeros(10), matrix, zeros(24), u32(2)),
    box(
      "trak",
      flagged("tkhd", 3, zeros(8), u32(1), u32(0), u32(shown), zeros(8), u32(0), u16(0x100), u16(0), matrix, zeros(8)),
      box("edts", full("elst", u32(1), u32(shown), u32(skipped), u32(0x10000))),
      media,
    ),
  );
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const bytes = (...values: readonly number[]) => new Uint8Array(values);
const zeros = (count: number) => new Uint8Array(count);
const u16 = (value: number) => bytes(value >> 8, value);
const u32 = (value: number) => bytes(value >>> 24, value >>> 16, value >>> 8, value);
const text = (value: string) => new TextEncoder().encode(value);
const reversed = (of: Uint8Array, at: number, count: number) => of.slice(at, at + count).reverse();

function box(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = join(parts);
  return join([u32(content.length + 8), text(name), content]);
}
const flagged = (name: string, flags: number, ...parts: readonly Uint8Array[]) => box(name, u32(flags), ...parts);
const full = (name: string, ...parts: readonly Uint8Array[]) => flagged(name, 0, ...parts);
