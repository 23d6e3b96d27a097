import { readAnswer, Unreachable } from "./api.ts";

/** The browser APIs needed for a request with progress. */
export interface Requests {
  readonly newRequest: () => XMLHttpRequest;
  csrfToken(): string;
}

export interface SentRequest {
  readonly method: "POST" | "HEAD" | "PATCH" | "DELETE" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | FormData;
  /** Called with the bytes sent and the size of the whole body, or 0 if unknown. */
  readonly onSent?: (bytes: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request with XMLHttpRequest, because `fetch` doesn't report upload progress. Rejects with `Unreachable`, or
 * with the signal's reason.
 */
export const sendWithProgress = (
  { newRequest, csrfToken }: Requests,
  { method, path, headers = {}, body, onSent, signal }: SentRequest,
): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const request = newRequest();
    const abort = () => request.abort();
    const end = (settle: () => void) => {
      signal?.removeEventListener("abort", abort);
      settle();
    };
    signal?.addEventListener("abort", abort);
    request.upload.onprogress = ({ loaded, total }) => onSent?.(loaded, total);
    request.onload = () => end(() => resolve(request));
    request.onerror = () => end(() => reject(new Unreachable("the upload was cut off")));
    request.onabort = () => end(() => reject(signal?.reason ?? new Unreachable("the upload was cut off")));
    request.open(method, path);
    request.setRequestHeader("X-CSRFToken", csrfToken());
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body ?? null);
  });

/** Parses a response body. Throws like `readAnswer`. */
export const answerOf = (request: XMLHttpRequest): Record<string, unknown> =>
  readAnswer(request.status, request.responseText, request.getResponseHeader("retry-after"));
