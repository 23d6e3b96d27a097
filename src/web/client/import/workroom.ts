import { PRIVATE_FILES } from "../session/log-out.ts";

/** Folder for unpacking an archive. It belongs to this tab as long as the tab holds its lock. */
export interface Workroom {
  /** Path in the private file system. */
  readonly path: string;
  remove(): Promise<void>;
}

const lockOf = (name: string) => `parley-moving-${name}`;
/** Maximum attempts to remove files, which stay in use briefly after their worker has ended. */
const MAX_REMOVE_ATTEMPTS = 10;
const TRY_AGAIN_MS = 200;

export async function openWorkroom(): Promise<Workroom> {
  const name = crypto.randomUUID();
  const [taken, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void navigator.locks.request(lockOf(name), () => {
    taken.resolve();
    return left.promise;
  });
  await taken.promise;
  // A tab that is closed early leaves its folder behind. This key records that there may be one to delete.
  localStorage.setItem(PRIVATE_FILES, "1");
  return {
    path: `${PRIVATE_FILES}/${name}`,
    async remove() {
      for (let tried = 1; !(await isRemoved(name)) && tried < MAX_REMOVE_ATTEMPTS; tried++)
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      left.resolve();
      await sweepWorkrooms();
    },
  };
}

export async function sweepWorkrooms(): Promise<void> {
  if (navigator.locks === undefined || navigator.storage?.getDirectory === undefined) return;
  const folder = await folderOfAll();
  const names: string[] = [];
  for await (const name of folder?.keys() ?? []) names.push(name);
  let isEmpty = true;
  for (const name of names) {
    const isGone = await navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) =>
      lock === null ? false : isRemoved(name),
    );
    if (!isGone) isEmpty = false;
  }
  if (isEmpty) localStorage.removeItem(PRIVATE_FILES);
}

async function folderOfAll(): Promise<FileSystemDirectoryHandle | undefined> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(PRIVATE_FILES).catch(() => undefined);
}

async function isRemoved(name: string): Promise<boolean> {
  const folder = await folderOfAll();
  if (folder === undefined) return true;
  return folder.removeEntry(name, { recursive: true }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === "NotFoundError",
  );
}
