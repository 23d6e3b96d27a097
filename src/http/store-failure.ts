import { type ApiError, bulkStoreUnavailable, fileStoreUnavailable } from "../protocol/errors.ts";

/** How R2 names its errors: what was asked of it, and a number. */
const OF_R2 = /^(?:get|head|put|delete|list|\w+MultipartUpload|uploadPart): .*\(\d+\)$/s;

/**
 * What to answer where D1 or R2 has failed, each of which says so of its own errors; undefined where it is none of
 * those. Whether a store is away or was asked nonsense, the log tells.
 */
export function storeFailure(error: unknown): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  if (message.startsWith("D1_")) return bulkStoreUnavailable();
  return OF_R2.test(message) ? fileStoreUnavailable() : undefined;
}
