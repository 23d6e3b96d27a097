import { type Fields, readAnswer, Unreachable } from "./api.ts";
import { encode } from "./call.ts";
import { IN_ONE_BYTES, type Uploader, type UploadProgress, uploadInPieces } from "./upload-in-pieces.ts";

export interface UploadOptions extends UploadProgress {
  /** The endpoint that gets the file; that for uploaded files if absent. */
  readonly path?: string;
  /** With PUT, the body is the file itself. Otherwise the file is in a form, if there is a `path`. */
  readonly method?: "POST" | "PATCH" | "PUT";
  readonly fields?: Fields;
}

/**
 * Sends a file, and returns the server's answer: for `/user_uploads`, its `url` and `filename`. It uses XMLHttpRequest,
 * because `fetch` does not report the progress of an upload. Rejects with `Refused` or `Unreachable`, or with the reason of
 * the signal. A large file goes in pieces, and a lost connection does not end it. The views check beforehand whether a file
 * is too large (`max_file_upload_size_mib`).
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
    // The server need not look for a file in a form if it is the whole body; it only passes on the bytes of a large one.
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
