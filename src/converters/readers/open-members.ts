import { ArchiveError } from "../../archive-format/archive-error.ts";
import { readTar } from "../../archive-format/tar-reader.ts";
import { Zip } from "./zip.ts";

/** The files in an archive, regardless of its format. */
export interface Members {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Returns a slice of the archive if the member isn't compressed. */
  stored(name: string): Promise<Blob | undefined>;
  /** Returns a member's bytes. The stream fails if they are damaged. */
  stream(name: string): Promise<ReadableStream<Uint8Array>>;
}

/** First two bytes of a gzip file, decoded like the result of `readArchiveHead`. */
const GZIP = new TextDecoder("latin1").decode(new Uint8Array([0x1f, 0x8b]));
const TAR = "ustar";
const TAR_AT = 257;

export const isGzip = (head: string): boolean => head.startsWith(GZIP);
export const isZip = (head: string): boolean => head.startsWith("PK");
export const isTar = (head: string): boolean => head.startsWith(TAR, TAR_AT);

/** Returns the start of an archive, as expected by `isGzip`, `isZip` and `isTar`. */
export const readArchiveHead = async (archive: Blob): Promise<string> =>
  new TextDecoder("latin1").decode(await archive.slice(0, 512).arrayBuffer());

/** Opens a zip or tar, hiding what operating systems add to it: a folder around everything, and metadata files. */
export async function openMembers(archive: Blob): Promise<Members> {
  return withoutFolder(isTar(await readArchiveHead(archive)) ? await openTar(archive) : await Zip.open(archive));
}

async function openTar(archive: Blob): Promise<Members> {
  const contents = new Map<string, Blob>();
  for await (const { name, at, size } of readTar(archive)) {
    const path = name.replace(/^(?:\.\/)+/, "");
    // For duplicate names, the first member counts.
    if (!contents.has(path)) contents.set(path, archive.slice(at, at + size));
  }
  const content = (name: string) => {
    const found = contents.get(name);
    if (found === undefined) throw new ArchiveError("It is missing.", { member: name });
    return found;
  };
  return {
    names: [...contents.keys()],
    has: (name) => contents.has(name),
    stored: async (name) => content(name),
    stream: async (name) => content(name).stream(),
  };
}

/** Whether a member is one of the metadata files that Macs and Windows add. */
const isNote = (name: string): boolean =>
  name.startsWith("__MACOSX/") || /(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(name);

/** Removes the single top-level folder of a repacked export. */
function withoutFolder(members: Members): Members {
  const names = members.names.filter((name) => !isNote(name));
  const [first = ""] = names;
  const top = first.slice(0, first.indexOf("/") + 1);
  const isAround = top !== "" && names.every((name) => name.startsWith(top) && name.length > top.length);
  const folder = isAround ? top : "";
  const inner: Members = {
    names: names.map((name) => name.slice(folder.length)),
    has: (name) => members.has(folder + name),
    stored: (name) => members.stored(folder + name),
    stream: (name) => members.stream(folder + name),
  };
  return isAround ? withoutFolder(inner) : inner;
}

/** Returns the message if an error means that an archive's bytes are damaged, rather than unavailable. */
export function damageIn(error: unknown): string | undefined {
  if (error instanceof ArchiveError) return error.message;
  const isInflating =
    error instanceof TypeError || (error instanceof Error && "code" in error && /^Z_/.test(String(error.code)));
  return isInflating ? "it cannot be unpacked" : undefined;
}
