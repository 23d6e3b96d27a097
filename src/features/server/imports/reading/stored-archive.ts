import { ArchiveError } from "../../../../archive/archive-error.ts";
import type { ByteSource } from "../../../../archive/blob-source.ts";

/** The place of an uploaded archive: in parts of one size, of which only the last may be smaller. */
export interface UploadedArchive {
  /** The beginning of the keys of its parts. */
  readonly prefix: string;
  readonly size: number;
  readonly part_bytes: number;
}

export const partKey = (prefix: string, part: number): string => `${prefix}${part}`;

/** The size of a part; parts are counted from 1. */
export const partSize = ({ size, part_bytes }: Pick<UploadedArchive, "size" | "part_bytes">, part: number): number =>
  Math.min(part_bytes, size - (part - 1) * part_bytes);

export const countOfParts = ({ size, part_bytes }: Pick<UploadedArchive, "size" | "part_bytes">): number =>
  Math.ceil(size / part_bytes);

/** An uploaded archive as one run of bytes, of which only what is asked for is read. */
export function storedArchive(store: R2Bucket, archive: UploadedArchive, from = 0, to = archive.size): ByteSource {
  return {
    size: to - from,
    slice: (first, last) => storedArchive(store, archive, from + first, Math.min(from + last, to)),
    arrayBuffer: () => new Response(rangeOf(store, archive, from, to)).arrayBuffer(),
    stream: () => rangeOf(store, archive, from, to),
  };
}

/** The bytes of a range, part by part. */
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
