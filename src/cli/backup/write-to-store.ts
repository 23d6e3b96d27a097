import { rmSync } from "node:fs";
import { BLOBS } from "../data-directory/data-files.ts";
import { type Backup, idAt, listBackups, lostLists, readBackup, type StoredFile, writeBackup } from "./backups.ts";
import { backupsThatNeed, checkShare } from "./check-share.ts";
import { type Chunks, openChunks } from "./chunks.ts";
import { prune } from "./prune.ts";
import type { StoreToWrite } from "./store.ts";

interface Begun {
  readonly id: string;
  readonly chunks: Chunks;
  /** Files in the newest backup that never change, by path. */
  readonly known: Map<string, StoredFile>;
}

type Taken = Omit<Backup, "format" | "id" | "bytes" | "added"> & {
  readonly missing: number;
  /**
   * Reasons why organizations are missing from the backup. If there are any, older backups are kept, because they may
   * have the last copies of these organizations.
   */
  readonly failed: readonly string[];
};

/**
 * Adds a backup to a store, and checks a share of the existing ones. Damaged chunks aren't reused, but stored again if
 * their content is still available. Closes the store.
 *
 * @param take stores the backup's content
 */
export async function writeToStore(
  store: StoreToWrite,
  keep: number | undefined,
  take: (begun: Begun) => Promise<Taken>,
) {
  try {
    const { directory } = store;
    const chunks = openChunks(directory, store.away && { away: store.away, packBytes: store.packBytes });
    const id = idAt(new Date());
    const checked = await checkShare(directory, chunks, Date.now());
    for (const pack of checked.damaged) for (const digest of chunks.copyWhole(pack, id)) checked.lost.add(digest);
    const { failed, ...taken } = await take({ id, chunks, known: knownFiles(directory) });
    chunks.seal();
    const bytes = taken.files.reduce((sum, { size }) => sum + size, 0);
    const backup = { id, ...taken, bytes, added: chunks.written };
    await store.pushPacks();
    const listed = writeBackup(directory, backup);
    chunks.remove(checked.damaged);
    checked.note(checked.damaged);
    chunks.close();
    await store.push();
    const lost = new Set([...checked.lost].filter((digest) => !chunks.has(digest)));
    const harmed = backupsThatNeed(directory, lost);
    const removed = keep === undefined || failed.length > 0 ? 0 : await prune(directory, keep, id, store.away);
    if (removed > 0) await store.push();
    const lists = { mended: store.mended, lost: lostLists(directory) };
    return { ...backup, failed, listed, removed, checked, lost: lost.size, harmed, lists };
  } finally {
    rmSync(store.temporary, { recursive: true, force: true });
    store.close();
  }
}

function knownFiles(directory: string) {
  const [newest] = listBackups(directory).slice(-1);
  // If the list is damaged, all files are read again.
  const files = (newest && readBackup(directory, newest, { accepts: true })?.files) || [];
  return new Map(files.filter(({ path }) => path.startsWith(BLOBS)).map((file) => [file.path, file]));
}
