import { paddingOf, TAR_END, tarHeader } from "../../../../archive-format/tar.ts";
import type { MemberRow } from "./rows.ts";

/** A range of bytes. `to` is exclusive. */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

interface VirtualTar {
  readonly store: R2Bucket;
  readonly bytes: number;
  readonly modified: number;
  /** Returns a batch of members, starting with the one that contains byte `from`. */
  readonly membersAt: (from: number) => Promise<readonly MemberRow[]>;
}

/**
 * Returns a range of a tar file whose members are in the store. Each is read once the previous ones have been consumed.
 * A file missing from the store is replaced with zeros, so that later members keep their offsets. Its digest reveals
 * the loss.
 */
export function streamOfTar(tar: VirtualTar, range: ByteRange): ReadableStream<Uint8Array> {
  const parts = readRange(tar, range);
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return stream.pipeThrough(new FixedLengthStream(range.to - range.from));
}

async function* readRange(
  { store, bytes, modified, membersAt }: VirtualTar,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  let at = range.from;
  const end = bytes - TAR_END.length;
  while (at < Math.min(range.to, end)) {
    for (const member of await membersAt(at)) {
      if (at >= range.to) return;
      for await (const part of partsOfMember(store, { member, modified, range: { from: at, to: range.to } })) {
        yield part;
        at += part.length;
      }
    }
  }
  if (at < range.to) yield TAR_END.subarray(at - end, range.to - end);
}

async function* partsOfMember(
  store: R2Bucket,
  { member, modified, range }: { member: MemberRow; modified: number; range: ByteRange },
): AsyncGenerator<Uint8Array> {
  const header = tarHeader(member, modified);
  const content = member.at + header.length;
  const padding = content + member.size;
  yield* within(header, member.at, range);
  const [from, to] = [Math.max(range.from, content), Math.min(range.to, padding)];
  if (from < to) yield* contentOf(store, member.key, { from: from - content, to: to - content });
  yield* within(new Uint8Array(paddingOf(member.size)), padding, range);
}

/** Returns the part of `bytes` that lies in a range. `at` is the offset of the first byte. */
function* within(bytes: Uint8Array, at: number, { from, to }: ByteRange): Generator<Uint8Array> {
  const part = bytes.subarray(Math.max(0, from - at), Math.max(0, to - at));
  if (part.length > 0) yield part;
}

const ZEROS = new Uint8Array(65_536);

async function* contentOf(store: R2Bucket, key: string, { from, to }: ByteRange): AsyncGenerator<Uint8Array> {
  const length = to - from;
  const found = await store.get(key, { range: { offset: from, length } });
  if (found !== null) return yield* found.body;
  for (let left = length; left > 0; left -= ZEROS.length) yield ZEROS.subarray(0, Math.min(left, ZEROS.length));
}
