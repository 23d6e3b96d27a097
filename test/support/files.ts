import { exports } from "cloudflare:workers";
import type { Person, Reply } from "./person.ts";

export const textFile = (content: string, name = "notes.txt"): File =>
  new File([content], name, { type: "text/plain" });

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
