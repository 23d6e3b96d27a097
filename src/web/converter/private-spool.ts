import type { Spool } from "../../archive/spool.ts";
import { joined } from "../../util/join-bytes.ts";

/** The number of bytes that are gathered before they are written, because converters write many short pieces. */
const BYTES_AT_ONCE = 1_048_576;

/** Temporary files in a folder of the origin's private file system, which take no memory. */
export class PrivateSpool implements Spool {
  readonly #path: string;
  #folder: Promise<FileSystemDirectoryHandle> | undefined;
  #count = 0;

  /** The folder is created when it is first needed. */
  constructor(path: string) {
    this.#path = path;
  }

  async create() {
    this.#folder ??= openFolder(this.#path);
    this.#count += 1;
    const file = await (await this.#folder).getFileHandle(String(this.#count), { create: true });
    const access = await file.createSyncAccessHandle();
    let gathered: Uint8Array<ArrayBuffer>[] = [];
    let [length, at] = [0, 0];
    const empty = () => {
      const bytes = joined(gathered);
      [gathered, length] = [[], 0];
      const written = access.write(bytes, { at });
      at += written;
      // A full disk takes a part of the bytes, or throws.
      if (written < bytes.length) throw new DOMException("The disk is full.", "QuotaExceededError");
    };
    return {
      write: async (bytes: Uint8Array<ArrayBuffer>) => {
        gathered.push(bytes);
        length += bytes.length;
        if (length >= BYTES_AT_ONCE) empty();
      },
      close: async () => {
        if (length > 0) empty();
        access.close();
        return file.getFile();
      },
    };
  }
}

async function openFolder(path: string): Promise<FileSystemDirectoryHandle> {
  const isThere =
    typeof FileSystemFileHandle === "function" && "createSyncAccessHandle" in FileSystemFileHandle.prototype;
  if (!isThere || navigator.storage?.getDirectory === undefined)
    throw new DOMException("This browser has no private file system.", "SecurityError");
  let folder = await navigator.storage.getDirectory();
  for (const name of path.split("/")) folder = await folder.getDirectoryHandle(name, { create: true });
  return folder;
}
