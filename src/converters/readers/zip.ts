import { ArchiveError } from "../../archive-format/archive-error.ts";
import { crc32 } from "./crc32.ts";
import { inflated } from "./inflated.ts";
import { readDirectory, type ZipEntry } from "./zip-directory.ts";

// @zip.js/zip.js and fflate were considered. @zip.js/zip.js reads ranges, but includes workers, a writer and
// encryption. Neither rejects overlapping members, or members that grow too much; fflate's reader needs the file from
// its beginning. The platform inflates (DecompressionStream), so only the directory has to be parsed here.

const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

/** A zip archive of any size. Its directory is in memory, and its members are read in place. */
export class Zip {
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(
    private readonly archive: Blob,
    entries: ReadonlyMap<string, ZipEntry>,
  ) {
    this.#entries = entries;
  }

  static async open(archive: Blob): Promise<Zip> {
    return new Zip(archive, await readDirectory(archive));
  }

  /** Names of the members that are files, in the archive's order. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Returns a slice of the archive if the member isn't compressed. */
  async stored(name: string): Promise<Blob | undefined> {
    const entry = this.#entry(name);
    return entry.method === 0 ? await this.#content(entry) : undefined;
  }

  /** Returns a member's bytes. The stream fails if they don't match the directory. */
  async stream(name: string): Promise<ReadableStream<Uint8Array>> {
    const entry = this.#entry(name);
    const content = await this.#content(entry);
    return (entry.method === 0 ? content.stream() : inflated(content, "deflate-raw")).pipeThrough(checked(entry));
  }

  #entry(name: string): ZipEntry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new ArchiveError("It is missing.", { member: name });
    return entry;
  }

  async #content({ name, offset, compressed }: ZipEntry): Promise<Blob> {
    const header = new DataView(await this.archive.slice(offset, offset + LOCAL_HEADER_BYTES).arrayBuffer());
    if (header.byteLength < LOCAL_HEADER_BYTES || header.getUint32(0, true) !== LOCAL_HEADER)
      throw new ArchiveError("It is not where the directory says.", { member: name });
    const begin = offset + LOCAL_HEADER_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
    if (begin + compressed > this.archive.size) throw new ArchiveError("The archive ends within it.", { member: name });
    return this.archive.slice(begin, begin + compressed);
  }
}

/** Fails at the end of a member if its size or checksum differs from the directory's. */
function checked({ name, size, checksum }: ZipEntry): TransformStream<Uint8Array, Uint8Array> {
  let [count, sum] = [0, 0];
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > size) throw new ArchiveError("It is longer than the directory says.", { member: name });
      sum = crc32(sum, chunk);
      controller.enqueue(chunk);
    },
    flush() {
      if (count !== size || sum !== checksum)
        throw new ArchiveError("It is damaged: its checksum differs.", { member: name });
    },
  });
}
