import { ApiError } from "../../../protocol/errors.ts";
import type { ServiceAnswer } from "./mobile/push-service.ts";

/** Error code for a registered device that the push service no longer knows, or whose login has ended. */
export const DEVICE_GONE = "INVALID_REMOTE_PUSH_DEVICE_TOKEN";
/** Error code for a registered device whose public key is invalid. */
export const INVALID_KEY = "BAD_REQUEST";

export const notConfigured = () =>
  new ApiError({
    code: "PUSH_SERVICE_NOT_CONFIGURED",
    msg: "Server is not configured to use push notification service.",
  });
export const deviceNotRecognized = () =>
  new ApiError({ code: "INVALID_PUSH_DEVICE_TOKEN", msg: "Device not recognized" });
export const deviceNotRecognizedByService = () =>
  new ApiError({ code: "INVALID_REMOTE_PUSH_DEVICE_TOKEN", msg: "Device not recognized by the push bouncer" });
export const noActiveDevice = () =>
  new ApiError({ code: "NO_ACTIVE_PUSH_DEVICE", msg: "No active registered push device" });
export const adminActionRequired = () =>
  new ApiError({
    code: "ADMIN_ACTION_REQUIRED",
    msg: "Push notifications do not work on this server as it is configured. Contact its administrator.",
    status: 403,
  });
export const serviceUnreachable = () =>
  new ApiError({
    code: "FAILED_TO_CONNECT_BOUNCER",
    msg: "Network error while connecting to the push notification service.",
    status: 502,
  });
const serviceFailed = () =>
  new ApiError({
    code: "INTERNAL_SERVER_ERROR_ON_BOUNCER",
    msg: "Internal server error on the push notification service, retry later.",
    status: 502,
  });

/** Throws if the push service didn't accept a test notification. `refusal` creates the error from a code. */
export function checkAnswer(answer: ServiceAnswer, refusal: (code: string) => ApiError): void {
  switch (answer.kind) {
    case "done":
      return;
    case "refused":
      throw refusal(answer.code);
    case "failed":
      throw serviceFailed();
    case "unreachable":
      throw serviceUnreachable();
    default:
      answer satisfies never;
  }
}
