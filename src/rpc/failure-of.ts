import { storeFailure } from "../database/store-failure.ts";
import type { Log } from "../logging/log.ts";
import { ApiError, type ErrorShape } from "../protocol/errors.ts";

/** Whether it is a bug, or somebody's whom nobody thought of. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof ApiError) && storeFailure(error) === undefined;

/**
 * The one error boundary, in the Worker as in the realm. What is not an answer of ours is logged whole, and told as
 * blandly as possible, with the request's id: whoever is asked about it finds the lines by that.
 */
export function failureOf(error: unknown, log: Log): Required<ErrorShape> {
  if (error instanceof ApiError) {
    if (error.status >= 500) log.trouble("unavailable", error, { code: error.code });
    return error.toShape();
  }
  const failure = storeFailure(error);
  if (failure) {
    log.trouble("store_failed", error);
    return failure.toShape();
  }
  log.failure("request_failed", error);
  return {
    code: "INTERNAL_SERVER_ERROR",
    msg: "Internal server error",
    status: 500,
    extra: { request: log.about.request },
    headers: {},
  };
}
