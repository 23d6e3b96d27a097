import { exports } from "cloudflare:workers";
import type { Person, Reply } from "./person.ts";

export const textFile = (content: string, name = "notes.txt"): File =>
  new File([content], name, { type: "text/plain" });

/** The beginning of a PNG, with a header that states its size but no pixels. */
export function png(width = 3, height = 2): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}

/** A GIF with two frames. */
export const animatedGif = (): Uint8Array<ArrayBuffer> => {
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 0x01, 0];
  return Uint8Array.from([...new TextEncoder().encode("GIF89a"), 1, 0, 1, 0, 0, 0, 0, ...frame, ...frame, 0x3b]);
};

/** Uploads files as a form. Fields are named after the files, as in Zulip's Python library. */
export async function sendFiles(
  { host, email, key }: Person,
  path: string,
  files: readonly File[],
  { method = "POST", fields = {} }: { method?: string; fields?: Record<string, string> } = {},
): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const file of files) form.append(file.name, file);
  const response = await exports.default.fetch(`http://${host}/api/v1${path}`, {
    method,
    headers: { Host: host, Authorization: `Basic ${btoa(`${email}:${key}`)}` },
    body: form,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Uploads a file as the whole body, without Content-Length if it is a stream. */
export async function sendBody(
  { host, email, key }: Pick<Person, "host" | "email" | "key">,
  filename: string,
  body: Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const url = `http://${host}/api/v1/user_uploads?filename=${encodeURIComponent(filename)}`;
  const authorization = key === "" ? {} : { Authorization: `Basic ${btoa(`${email}:${key}`)}` };
  const response = await exports.default.fetch(url, {
    method: "POST",
    headers: { Host: host, ...authorization, ...headers },
    body,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Fetches a page outside the API, as a user or without credentials. */
export function fetchPage(
  host: string,
  path: string,
  { as, method = "GET", headers = {} }: { as?: Person; method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const authorization = as && { Authorization: `Basic ${btoa(`${as.email}:${as.key}`)}` };
  const url = new URL(path, `http://${host}`);
  return exports.default.fetch(url, {
    method,
    headers: { Host: host, ...authorization, ...headers },
    redirect: "manual",
  });
}
