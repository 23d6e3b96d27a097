import { Failure } from "../../system/failure.ts";

/** A place for backups that has whole objects by their names: a folder, or a service that speaks S3. */
export interface Objects {
  /** The name for messages. */
  readonly address: string;
  /** The names and sizes of all objects whose names begin so. */
  list(prefix: string): Promise<Map<string, number>>;
  /** The content of an object; undefined where there is none. */
  get(name: string): Promise<Buffer | undefined>;
  /**
   * Stores an object: it is there, whole, when this returns.
   *
   * @param how whether one of this name can be there already, which is then replaced
   */
  put(name: string, content: Uint8Array, how: { readonly replaces: boolean }): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Works on several things at the same time, as many as connections should be open. */
export async function inParallel<T>(things: Iterable<T>, most: number, work: (thing: T) => Promise<void>) {
  const left = [...things].values();
  const one = async () => {
    for (const thing of left) await work(thing);
  };
  await Promise.all(Array.from({ length: most }, one));
}

/** Says which library is missing, where only what plain directories need is installed. */
export function notInstalled(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "ERR_MODULE_NOT_FOUND") throw error;
  throw new Failure(`${message.replace(/ imported from.*/s, "")}; node scripts/ensure.mjs installs it`);
}
