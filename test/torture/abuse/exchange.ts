import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Json, Person } from "../../process/support/person.ts";
import type { Trick } from "./tricks.ts";

/** Whatever takes longer holds up others. A poll is never sent as one that waits. */
export const SLOW_MS = 10_000;

export interface Said {
  readonly status: number;
  readonly said: string;
  readonly ms: number;
}

/** Sends something to the bytes; no answer has the status 0. */
export async function exchange(person: Person, { method, path, headers = {}, body }: Trick): Promise<Said> {
  const began = performance.now();
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const key = `Basic ${btoa(`${person.email}:${person.key}`)}`;
  const all: Record<string, string> = {
    Host: person.host,
    ...(person.key !== "" && { Authorization: key }),
    ...headers,
  };
  if (bytes !== undefined && all["Transfer-Encoding"] === undefined) all["Content-Length"] = String(bytes.length);
  if (all["Content-Type"] === "") delete all["Content-Type"];
  try {
    const { hostname, port } = new URL(person.url);
    const signal = AbortSignal.timeout(SLOW_MS);
    const sent = request({ hostname, port, method, path, headers: all, signal, agent: false });
    sent.end(bytes);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, said: await text(response), ms: performance.now() - began };
  } catch (error) {
    return { status: 0, said: String(error), ms: performance.now() - began };
  }
}

/** What is wrong with an answer of the API; nothing, where it is as promised. */
export function faultOf({ status, said, ms }: Said): string | undefined {
  if (ms >= SLOW_MS) return `takes ${Math.round(ms)} ms`;
  if (status === 0 || status >= 500) return `answers ${status}`;
  if (status === 302 || status === 204) return said === "" ? undefined : "redirects with a body";
  let body: Json;
  try {
    body = JSON.parse(said);
  } catch {
    return `does not answer JSON: ${said.slice(0, 200)}`;
  }
  const { result, msg, code } = body ?? {};
  if (status === 200) return result === "success" && typeof msg === "string" ? undefined : "is no success";
  const isRefusal = status >= 400 && result === "error" && typeof msg === "string" && typeof code === "string";
  return isRefusal ? undefined : `is no refusal: ${said.slice(0, 200)}`;
}
