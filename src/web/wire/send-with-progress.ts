import { readAnswer, Unreachable } from "./api.ts";

/** The parts of the browser that a request with progress is made of. */
export interface Requests {
  readonly newRequest: () => XMLHttpRequest;
  csrfToken(): string;
}

export interface SentRequest {
  readonly method: "POST" | "HEAD" | "PATCH" | "DELETE" | "PUT";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | FormData;
  /** Called with the bytes that were sent, and those of the whole body; 0 if they are not known. */
  readonly onSent?: (bytes: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request by XMLHttpRequest, because `fetch` does not report the progress of an upload. Rejects with `Unreachable`,
 * or with the reason of the signal.
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

/** The body of an answer; throws as `readAnswer` does. */
export const answerOf = (request: XMLHttpRequest): Record<string, unknown> =>
  readAnswer(request.status, request.responseText, request.getResponseHeader("retry-after"));
