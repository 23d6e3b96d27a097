import type { Env } from "../../../config/env.ts";
import { withMade } from "./pictures/made-files.ts";

/** The most keys that R2 deletes in one call. */
const R2_DELETE_LIMIT = 1000;

/** Runs in the Worker: deletes files that were stored for a change which the realm has refused. */
export const dropFiles = ({ UPLOADS }: Pick<Env, "UPLOADS">, ...keys: string[]): Promise<void> =>
  UPLOADS.delete(keys.flatMap(withMade));

/** Deletes any number of keys. */
export async function deleteKeys(store: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += R2_DELETE_LIMIT)
    await store.delete(keys.slice(from, from + R2_DELETE_LIMIT));
}

/** Deletes the first keys that begin with a prefix, as many as R2 lists at once. */
export async function deleteSome(store: R2Bucket, prefix: string): Promise<{ deleted: number; isAll: boolean }> {
  const { objects, truncated } = await store.list({ prefix });
  if (objects.length > 0) await store.delete(objects.map(({ key }) => key));
  return { deleted: objects.length, isAll: !truncated };
}

/** Deletes all keys that begin with a prefix. */
export async function deleteBelow(store: R2Bucket, prefix: string): Promise<void> {
  for (;;) if ((await deleteSome(store, prefix)).isAll) return;
}
