/** Error codes of Cloudflare's SFU. */
export type ErrorCode =
  | "unauthorized"
  | "not_found"
  | "decoding_error"
  | "invalid_params"
  | "invalid_session_description"
  | "session_error"
  | "not_found_track_error"
  | "empty_track_error"
  | "repeated_local_track_error"
  | "update_track_error"
  | "close_track_error"
  | "payload_too_large"
  | "retryable_transient_error"
  | "temporarily_unavailable_error"
  | "transport_unavailable_error"
  | "backend_error"
  | "internal_error";

/** Thrown to reject a request or one of its tracks. */
export class SfuError extends Error {
  readonly status: number;
  readonly code: ErrorCode;

  constructor(status: number, code: ErrorCode, description: string = code) {
    super(description);
    this.status = status;
    this.code = code;
  }

  get body(): { errorCode: ErrorCode; errorDescription: string } {
    return { errorCode: this.code, errorDescription: this.message };
  }
}

/** Returns the error for rejecting one track without failing the request. */
export const trackError = (code: ErrorCode, description: string): SfuError => new SfuError(200, code, description);
