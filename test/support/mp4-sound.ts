interface Mp4Sound {
  readonly seconds: number;
  readonly packets: readonly Uint8Array[];
  /** Names of the sample formats, such as `Opus` or `mp4a`. */
  readonly formats: readonly string[];
}

const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl", "edts", "moof", "traf", "mvex"]);

/** Reads an MP4 file with one track: complete files fully, and fragmented ones without their packets. */
export function readMp4(file: Uint8Array): Mp4Sound {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const formats: string[] = [];
  let [scale, samples, skipped, usual, offset] = [1, 0, 0, 0, 0];
  let sizes: number[] = [];
  const read = (from: number, until: number) => {
    for (let at = from; at + 8 <= until; ) {
      const size = view.getUint32(at) || until - at;
      const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
      const body = at + 8;
      const u32 = (index: number) => view.getUint32(body + index);
      const flags = () => u32(0) & 0xffffff;
      if (CONTAINERS.has(name)) read(body, at + size);
      else if (name === "mdhd") scale = u32(file[body] === 1 ? 20 : 12);
      else if (name === "elst") skipped = file[body] === 1 ? Number(view.getBigInt64(body + 16)) : u32(12);
      else if (name === "stsd") formats.push(String.fromCharCode(...file.subarray(body + 12, body + 16)));
      else if (name === "stts") for (let one = 0; one < u32(4); one++) samples += u32(8 + 8 * one) * u32(12 + 8 * one);
      else if (name === "stsz") sizes = Array.from({ length: u32(8) }, (_, one) => u32(12 + 4 * one));
      else if (name === "stco") offset = u32(8);
      // Fragments contain the times at which they start, so gaps between them count, too.
      else if (name === "tfdt") samples = file[body] === 1 ? Number(view.getBigUint64(body + 4)) : u32(4);
      else if (name === "trex") usual = u32(12);
      else if (name === "tfhd") {
        const before = (flags() & 1 ? 8 : 0) + (flags() & 2 ? 4 : 0);
        if (flags() & 8) usual = u32(8 + before);
      } else if (name === "trun") {
        const [hasDuration, count] = [(flags() & 0x100) !== 0, u32(4)];
        const start = 8 + (flags() & 1 ? 4 : 0) + (flags() & 4 ? 4 : 0);
        const width = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags() & flag).length * 4;
        for (let one = 0; one < count; one++) samples += hasDuration ? u32(start + one * width) : usual;
      }
      at += size;
    }
  };
  read(0, file.length);
  const packets = sizes.map((size) => {
    offset += size;
    return file.subarray(offset - size, offset);
  });
  return { seconds: (samples - skipped) / scale, packets, formats };
}
