import type { Env } from "../../../config/env.ts";
import { withMade } from "./pictures/made-files.ts";

const R2_DELETE_LIMIT = 1000;

/** Runs in the Worker. Deletes files stored for a change that the realm refused. */
export const dropFiles = ({ UPLOADS }: Pick<Env, "UPLOADS">, ...keys: string[]): Promise<void> =>
  UPLOADS.delete(keys.flatMap(withMade));

export async function deleteKeys(store: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let from = 0; from < keys.length; from += R2_DELETE_LIMIT)
    await store.delete(keys.slice(from, from + R2_DELETE_LIMIT));
}

/** Deletes the first keys with a prefix, as many as R2 lists at once. */
export async function deleteSome(store: R2Bucket, prefix: string): Promise<{ deleted: number; isAll: boolean }> {
  const { objects, truncated } = await store.list({ prefix });
  if (objects.length > 0) await store.delete(objects.map(({ key }) => key));
  return { deleted: objects.length, isAll: !truncated };
}

export async function deleteBelow(store: R2Bucket, prefix: string): Promise<void> {
  for (;;) if ((await deleteSome(store, prefix)).isAll) return;
}
