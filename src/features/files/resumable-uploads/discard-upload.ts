import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import { deleteBelow, dropFiles } from "../storage/drop-files.ts";

export const DISCARD_UPLOAD_JOB = "discard-upload";

const payload = v.object({
  /** The beginning of the keys of the rests. */
  prefix: v.string(),
  /** The file's key, where it is not to stay. */
  key: v.nullable(v.string()),
  upload_id: v.nullable(v.string()),
});

/** Deletes what an upload has left in the store. */
export const discardUpload = job(payload, async ({ env }, { prefix, key, upload_id }) => {
  if (key !== null && upload_id !== null) await abort(env.UPLOADS, key, upload_id);
  if (key !== null) await dropFiles(env, key);
  await deleteBelow(env.UPLOADS, prefix);
});

async function abort(store: R2Bucket, key: string, upload_id: string): Promise<void> {
  try {
    await store.resumeMultipartUpload(key, upload_id).abort();
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether R2 says that it has no such multipart upload (any more). */
export const isGone = (error: unknown): boolean => error instanceof Error && /\(10024\)/.test(error.message);
