import { createHash } from "node:crypto";
import { ArchiveError } from "../../../../archive-format/archive-error.ts";
import type { ByteSource } from "../../../../archive-format/blob-source.ts";
import { decodedUri } from "../../../../util/decoded-uri.ts";

/** Where an uploaded archive is stored. All parts have the same size, except that the last one can be smaller. */
export interface UploadedArchive {
  readonly prefix: string;
  readonly size: number;
  readonly part_bytes: number;
}

export const partKey = (prefix: string, part: number): string => `${prefix}${part}`;

/** Returns the size of a part. Parts are numbered from 1. */
export const partSize = ({ size, part_bytes }: Pick<UploadedArchive, "size" | "part_bytes">, part: number): number =>
  Math.min(part_bytes, size - (part - 1) * part_bytes);

export const countOfParts = ({ size, part_bytes }: Pick<UploadedArchive, "size" | "part_bytes">): number =>
  Math.ceil(size / part_bytes);

/** Presents an uploaded archive as one sequence of bytes, reading only the requested ranges. */
export function storedArchive(store: R2Bucket, archive: UploadedArchive, from = 0, to = archive.size): ByteSource {
  return {
    size: to - from,
    slice: (first, last) => storedArchive(store, archive, from + first, Math.min(from + last, to)),
    arrayBuffer: () => new Response(rangeOf(store, archive, from, to)).arrayBuffer(),
    stream: () => rangeOf(store, archive, from, to),
  };
}

function rangeOf(store: R2Bucket, archive: UploadedArchive, from: number, to: number): ReadableStream<Uint8Array> {
  let at = from;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          if (reader !== undefined) {
            const { done, value } = await reader.read();
            if (!done) return controller.enqueue(value);
            reader = undefined;
          }
          if (at >= to) return controller.close();
          const part = Math.floor(at / archive.part_bytes) + 1;
          const offset = at - (part - 1) * archive.part_bytes;
          const length = Math.min(to - at, archive.part_bytes - offset);
          const found = await store.get(partKey(archive.prefix, part), { range: { offset, length } });
          if (found === null) throw new ArchiveError(`Part ${part} of the archive is missing`);
          at += length;
          reader = found.body.getReader();
        }
      },
      async cancel(reason) {
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Returns the new path of an upload. It only depends on the path in the archive and on the import's secret. So texts
 * can be rewritten without a list of all files, and no one can forge a path to another file.
 */
export function uploadPathOf({ prefix }: Pick<UploadedArchive, "prefix">, path: string): string {
  const [realm] = prefix.split("/");
  const name = path.split("/").at(-1) ?? "";
  const token = secretName(prefix, path);
  return `${realm}/${token.slice(0, 2)}/${token.slice(2, 26)}/${addressable(name)}`;
}

/** Derives an unguessable alphanumeric name from the import's secret prefix. */
export const secretName = (prefix: string, thing: string): string =>
  createHash("sha256").update(`${prefix}\n${thing}`).digest("hex").slice(0, 40);

const MAX_NAME_LENGTH = 120;

function addressable(name: string): string {
  const plain = (decodedUri(name) ?? name)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "");
  return plain.slice(-MAX_NAME_LENGTH) || "file";
}
