import { Unreachable } from "../../wire/refused.ts";
import type { Client } from "../client.ts";
import type { SentPart } from "./upload-parts.ts";

/** A connection without progress for this time hangs. */
const HANGS_AFTER_MS = 60_000;
const CHECK_EVERY_MS = 5_000;

/** Sends a part of an import's archive; gives up if the connection hangs. */
export async function putPart(
  client: Client,
  { id, part: { number, bytes, sha256 } }: { readonly id: number; readonly part: SentPart },
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort(signal.reason);
  signal.addEventListener("abort", end);
  let moved = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - moved > HANGS_AFTER_MS) ended.abort(new Unreachable("the upload hangs"));
  }, CHECK_EVERY_MS);
  try {
    await client.upload(new File([bytes], "part", { type: "application/octet-stream" }), {
      method: "PUT",
      path: `/imports/${id}/parts/${number}?filename=part&sha256=${sha256}`,
      signal: ended.signal,
      onProgress: (share) => {
        moved = Date.now();
        onProgress(share);
      },
    });
  } finally {
    clearInterval(watch);
    signal.removeEventListener("abort", end);
  }
}

/** The SHA-256 of a part, in hexadecimal digits. */
export async function digestOf(part: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await part.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
