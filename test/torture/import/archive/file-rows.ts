import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { WrittenRow } from "../../../../src/archive-format/tables.ts";
import type { Random } from "../../../process/support/random.ts";
import { BASE, ids, range, type Size } from "./ids.ts";

export const ICON = "files/icon";
export const avatarMember = (index: number): string => `files/avatars/${index}`;
export const emojiMember = (index: number): string => `files/emoji/${index}`;
/** Returns the path of a file of the archive, as it occurs in the texts of messages. */
export const pathOf = (index: number): string => `2/ab/token${index}/file-${index}.txt`;

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns uploads of all sizes, and the pictures to which other tables refer. */
export function fileRows(size: Size, random: Random): { rows: WrittenRow<"files">[]; contents: Map<string, Bytes> } {
  const contents = new Map<string, Bytes>([[ICON, picture(random)]]);
  for (let index = 0; index < size.people; index += 4) contents.set(avatarMember(index), picture(random));
  for (let index = 0; index < 6; index += 1) contents.set(emojiMember(index), picture(random));
  const uploads = range(size.uploads, (index) => {
    // Every eighth file is larger, so that the archive has several parts.
    const bytes = bytesOf(random, index % 8 === 3 ? 700_000 : 10 + random.below(20_000));
    contents.set(`files/uploads/${index}`, bytes);
    return `files/uploads/${index}`;
  });
  const rows = [...contents].map(([member, bytes], index): WrittenRow<"files"> => {
    const upload = uploads.indexOf(member);
    const about = { id: ids.file(index), member, size: bytes.length, owner_id: ids.user(index % size.people) };
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    if (upload < 0) return { ...about, sha256, name: "picture.png", content_type: "image/png" };
    return {
      ...about,
      sha256,
      name: `file-${upload}.txt`,
      content_type: "text/plain",
      created_at: BASE + upload,
      path_id: pathOf(upload),
    };
  });
  return { rows, contents };
}

function bytesOf(random: Random, length: number): Bytes {
  const bytes = Buffer.alloc(length + 4);
  for (let at = 0; at < length; at += 4) bytes.writeUInt32LE(random.below(2 ** 32), at);
  return new Uint8Array(bytes.subarray(0, length));
}

function picture(random: Random): Bytes {
  const [side, colour] = [8, bytesOf(random, 3)];
  const row = [0, ...range(side, () => [...colour]).flat()];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.from(range(side, () => row).flat()));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
