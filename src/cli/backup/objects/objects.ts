import { Failure } from "../../os/failure.ts";

/** Storage for backups that holds whole objects by name: a folder, or an S3-compatible service. */
export interface Objects {
  readonly address: string;
  /** Returns the names and sizes of all objects with a prefix. */
  list(prefix: string): Promise<Map<string, number>>;
  get(name: string): Promise<Buffer | undefined>;
  /**
   * Stores an object. It is complete when this returns.
   *
   * @param how whether to replace an existing object of this name instead of failing
   */
  put(name: string, content: Uint8Array, how: { readonly replaces: boolean }): Promise<void>;
  remove(name: string): Promise<void>;
}

export async function inParallel<T>(things: Iterable<T>, most: number, work: (thing: T) => Promise<void>) {
  const left = [...things].values();
  const one = async () => {
    for (const thing of left) await work(thing);
  };
  await Promise.all(Array.from({ length: most }, one));
}

/** Reports the missing library if only the packages for plain directories are installed. */
export function notInstalled(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "ERR_MODULE_NOT_FOUND") throw error;
  throw new Failure(`${message.replace(/ imported from.*/s, "")}; node scripts/ensure.mjs installs it`);
}
