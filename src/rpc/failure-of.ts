import { storeFailure } from "../database/store-failure.ts";
import type { Log } from "../logging/log.ts";
import { noteRefusedLogin } from "../logging/refused-logins.ts";
import { ApiError, type ErrorShape } from "../protocol/errors.ts";

/** True if an error is neither part of the protocol nor a failure of a store, so that it is likely a bug. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof ApiError) && storeFailure(error) === undefined;

/**
 * Converts any error to the protocol's form, in the Worker and in the realm object. Unexpected errors are logged in
 * full; for them, the client only gets the request's id, which operators can use to find the log lines.
 *
 * @param address the caller's address, if it may be logged
 */
export function failureOf(error: unknown, log: Log, address?: string): Required<ErrorShape> {
  if (error instanceof ApiError) {
    noteRefusedLogin(error.code, log, address);
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
    extra: { request: log.about["request"] },
    headers: {},
  };
}
