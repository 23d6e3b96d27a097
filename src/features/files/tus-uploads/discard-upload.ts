import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import { deleteBelow, dropFiles } from "../storage/drop-files.ts";

export const DISCARD_UPLOAD_JOB = "discard-upload";

const payload = v.object({
  prefix: v.string(),
  /** Key of the file, if it must be deleted. */
  key: v.nullable(v.string()),
  upload_id: v.nullable(v.string()),
});

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

export const isGone = (error: unknown): boolean => error instanceof Error && /\(10024\)/.test(error.message);
