import type { Fields } from "./api.ts";
import { encode } from "./call.ts";
import { answerOf, sendWithProgress } from "./send-with-progress.ts";
import { IN_ONE_BYTES, type Uploader, type UploadProgress, uploadInPieces } from "./upload-in-pieces.ts";

export interface UploadOptions extends UploadProgress {
  /** Path of the endpoint for the file. If absent, the endpoint for uploaded files. */
  readonly path?: string;
  /** With PUT, the body is the file itself. With other methods, the file is in a form, if there is a `path`. */
  readonly method?: "POST" | "PATCH" | "PUT";
  readonly fields?: Fields;
}

/**
 * Sends a file, and returns the server's response: for `/user_uploads`, its `url` and `filename`. Rejects with
 * `Refused` or `Unreachable`, or with the signal's reason. Large files are sent in pieces and survive a lost
 * connection. The views check beforehand whether a file is too large (`max_file_upload_size_mib`).
 */
export function uploadBy(uploader: Uploader) {
  return (file: File, options: UploadOptions = {}): Promise<Record<string, unknown>> =>
    options.path === undefined && file.size > IN_ONE_BYTES
      ? uploadInPieces(uploader, file, options)
      : uploadInOne(uploader, file, options);
}

async function uploadInOne(
  uploader: Uploader,
  file: File,
  { path, method = "POST", fields = {}, onProgress, signal }: UploadOptions,
): Promise<Record<string, unknown>> {
  // If the file is the whole body, the server doesn't look for it in a form, and just passes on the bytes of large
  // files.
  const isAlone = path === undefined || method === "PUT";
  const answer = await sendWithProgress(uploader, {
    method,
    path: `/json${path ?? `/user_uploads?filename=${encodeURIComponent(file.name)}`}`,
    body: isAlone ? file : formOf(file, fields),
    onSent: (bytes, total) => total > 0 && onProgress?.(bytes / total),
    signal,
  });
  return answerOf(answer);
}

function formOf(file: File, fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of encode(fields)) form.set(name, value);
  form.set("file", file, file.name);
  return form;
}
