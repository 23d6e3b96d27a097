import { exports } from "cloudflare:workers";
import type { Person } from "./person.ts";

export const TUS = { "Tus-Resumable": "1.0.0" };

type Caller = Pick<Person, "host" | "email" | "key">;
type Bytes = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Sends a request of the tus.io protocol with an API key. */
export function tus(
  { host, email, key }: Caller,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Bytes,
): Promise<Response> {
  const authorization = key === "" ? {} : { Authorization: `Basic ${btoa(`${email}:${key}`)}` };
  return exports.default.fetch(new URL(path, `http://${host}`), {
    method,
    headers: { Host: host, ...TUS, ...authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

const encoded = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** Returns the header Upload-Metadata for a file. */
export const metadataOf = (filename: string, filetype = "application/octet-stream") =>
  `filename ${encoded(filename)},filetype ${encoded(filetype)},none`;

export async function beginUpload(who: Caller, length: number, filename = "a.bin", filetype?: string): Promise<string> {
  const headers = { "Upload-Length": String(length), "Upload-Metadata": metadataOf(filename, filetype) };
  const response = await tus(who, "POST", "/api/v1/tus/", headers);
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return response.headers.get("location") ?? "";
}

export const sendBytes = (who: Caller, address: string, offset: number, body: Bytes, headers = {}) =>
  tus(
    who,
    "PATCH",
    address,
    { "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(offset), ...headers },
    body,
  );

export async function offsetOf(who: Caller, address: string): Promise<number | string> {
  const response = await tus(who, "HEAD", address);
  return response.status === 200 ? Number(response.headers.get("upload-offset")) : `refused with ${response.status}`;
}
