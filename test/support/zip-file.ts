import { crc32 } from "../../src/converters/readers/crc32.ts";

/** A member of a zip archive in a test, with the metadata that it claims, which may be false. */
interface ZipMember {
  readonly name: string | Uint8Array;
  readonly content: string | Uint8Array;
  readonly deflated?: boolean;
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly size?: number;
  readonly checksum?: number;
  readonly offset?: number;
}

const bytesOf = (text: string | Uint8Array) => (typeof text === "string" ? new TextEncoder().encode(text) : text);

const numbers = (...fields: readonly [value: number, bytes: 2 | 4 | 8][]): Uint8Array => {
  const all = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) all.setUint16(at, value, true);
    else if (bytes === 4) all.setUint32(at, value, true);
    else all.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  return new Uint8Array(all.buffer);
};

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Returns the members of an archive that was unpacked on a Mac and zipped again: in a folder, with metadata files next
 * to it.
 */
export const packedAgain = (members: readonly ZipMember[]): ZipMember[] =>
  [{ name: ".DS_Store", content: "Bud1" }, ...members].flatMap((member) => [
    { ...member, name: `export/${member.name}` },
    { name: `__MACOSX/export/._${member.name}`, content: "Mac OS X" },
  ]);

/** Writes a zip archive. With `is64`, uses the 64-bit format of large archives. */
export async function zipFile(
  members: readonly ZipMember[],
  { is64 = false, count = members.length }: { is64?: boolean; count?: number } = {},
): Promise<Blob> {
  const [body, directory]: [Uint8Array[], Uint8Array[]] = [[], []];
  let at = 0;
  for (const member of members) {
    const [name, content] = [bytesOf(member.name), bytesOf(member.content)];
    const packed = member.deflated === true ? await deflated(content) : content;
    const flags = member.flags ?? 0;
    const method = member.method ?? (member.deflated === true ? 8 : 0);
    const checksum = member.checksum ?? crc32(0, content);
    const size = member.size ?? content.length;
    const offset = member.offset ?? at;
    const local = numbers([0x04034b50, 4], [20, 2], [flags, 2], [method, 2], [0, 4], [checksum, 4]);
    const localSizes = numbers([packed.length, 4], [size, 4], [name.length, 2], [0, 2]);
    body.push(local, localSizes, name, packed);
    at += local.length + localSizes.length + name.length + packed.length;
    const extra = is64 ? numbers([1, 2], [24, 2], [size, 8], [packed.length, 8], [offset, 8]) : new Uint8Array();
    const short = (value: number) => (is64 ? 0xffffffff : value);
    directory.push(
      numbers([0x02014b50, 4], [member.mode === undefined ? 20 : 20 + 3 * 256, 2], [20, 2], [flags, 2], [method, 2]),
      numbers([0, 4], [checksum, 4], [short(packed.length), 4], [short(size), 4], [name.length, 2], [extra.length, 2]),
      numbers([0, 2], [0, 2], [0, 2], [(member.mode ?? 0) * 65_536, 4], [short(offset), 4]),
      name,
      extra,
    );
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end64 = is64
    ? [
        numbers(
          [0x06064b50, 4],
          [44, 8],
          [45, 2],
          [45, 2],
          [0, 4],
          [0, 4],
          [count, 8],
          [count, 8],
          [length, 8],
          [at, 8],
        ),
        numbers([0x07064b50, 4], [0, 4], [at + length, 8], [1, 4]),
      ]
    : [];
  const end = is64
    ? numbers([0x06054b50, 4], [0, 4], [0xffff, 2], [0xffff, 2], [0xffffffff, 4], [0xffffffff, 4], [0, 2])
    : numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [length, 4], [at, 4], [0, 2]);
  return new Blob([...body, ...directory, ...end64, end].map((part) => part.slice()));
}
