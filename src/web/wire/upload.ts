import type { Fields } from "../client/client.ts";
import { encode } from "./call.ts";
import type { Clock } from "./clock.ts";
import { readAnswer, Unreachable } from "./refused.ts";
import { IN_ONE_BYTES, uploadInPieces } from "./upload-in-pieces.ts";

export interface UploadOptions {
  /** Where the file goes: among the uploaded files, where nothing is said. */
  readonly path?: string;
  /** With PUT, the file as it is is the body; else it stands in a form, where there is a path. */
  readonly method?: "POST" | "PATCH" | "PUT";
  readonly fields?: Fields;
  /** Between 0 and 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

interface Uploader {
  readonly newRequest: () => XMLHttpRequest;
  readonly clock: Clock;
  csrfToken(): string;
}

/**
 * Sends a file, and returns what the server says of it: for `/user_uploads`, its `url` and `filename`. `fetch` tells
 * nothing of how far it has come, so this is an XMLHttpRequest. Rejects with `Refused` or `Unreachable`, or with what the
 * signal was aborted with. A large file goes in pieces, and a lost connection does not end it. The views know before what is too large (`max_file_upload_size_mib`).
 */
export function uploadBy(uploader: Uploader) {
  return (file: File, options: UploadOptions = {}): Promise<Record<string, unknown>> =>
    options.path === undefined && file.size > IN_ONE_BYTES
      ? uploadInPieces(uploader, file, options)
      : uploadInOne(uploader, file, options);
}

const uploadInOne = (
  { newRequest, csrfToken }: Uploader,
  file: File,
  options: UploadOptions,
): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const { path, method = "POST", fields = {}, onProgress, signal } = options;
    if (signal?.aborted === true) return reject(signal.reason);
    const request = newRequest();
    const abort = () => request.abort();
    const end = (settle: () => void) => {
      signal?.removeEventListener("abort", abort);
      settle();
    };
    const fail = (reason: unknown) => end(() => reject(reason));
    signal?.addEventListener("abort", abort);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => {
      try {
        const answer = readAnswer(request.status, request.responseText, request.getResponseHeader("retry-after"));
        end(() => resolve(answer));
      } catch (error) {
        fail(error);
      }
    };
    request.onerror = () => fail(new Unreachable("the upload was cut off"));
    request.onabort = () => fail(signal?.reason ?? new Unreachable("the upload was cut off"));
    // As it is, a file need not be looked for in a form, and of one that is large the server only passes on the bytes.
    const isAlone = path === undefined || method === "PUT";
    const target = path ?? `/user_uploads?filename=${encodeURIComponent(file.name)}`;
    request.open(method, `/json${target}`);
    request.setRequestHeader("X-CSRFToken", csrfToken());
    if (isAlone) return request.send(file);
    const form = new FormData();
    for (const [name, value] of encode(fields)) form.set(name, value);
    form.set("file", file, file.name);
    request.send(form);
  });
