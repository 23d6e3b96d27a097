import type { Env } from "../../../config/env.ts";

/** The most files that R2 lists, and deletes, at once. */
const MOST_FILES = 1000;

/** Deletes some files of a number; returns how many. */
export async function removeFiles({ UPLOADS }: Pick<Env, "UPLOADS">, number: number): Promise<number> {
  const { objects } = await UPLOADS.list({ prefix: `${number}/`, limit: MOST_FILES });
  if (objects.length > 0) await UPLOADS.delete(objects.map(({ key }) => key));
  return objects.length;
}
