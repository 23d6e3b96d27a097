import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Json, Person } from "../../process/support/person.ts";
import type { RawRequest } from "./malformed-requests.ts";

/** Maximum response time. Polls are sent with `dont_block`, so none has a reason to wait. */
const SLOW_MS = 10_000;

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** Sends a request unchanged. The status is 0 if there is no response. */
export async function sendRequest(person: Person, { method, path, headers = {}, body }: RawRequest): Promise<Answer> {
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
    return { status: response.statusCode ?? 0, text: await text(response), ms: performance.now() - began };
  } catch (error) {
    return { status: 0, text: String(error), ms: performance.now() - began };
  }
}

/**
 * Describes the first problem of an API response. Undefined if there is none. A refusal can have Slack's format instead
 * of the API's if `answersAsSlack` is true.
 */
export function faultOf({ status, text, ms }: Answer, { answersAsSlack = false } = {}): string | undefined {
  if (ms >= SLOW_MS) return `takes ${Math.round(ms)} ms`;
  if (status === 0 || status >= 500) return `answers ${status}`;
  if (status === 302 || status === 204) return text === "" ? undefined : "redirects with a body";
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return `does not answer JSON: ${text.slice(0, 200)}`;
  }
  const { result, msg, code, ok, error } = body ?? {};
  if (status === 200) return result === "success" && typeof msg === "string" ? undefined : "is no success";
  const isRefusal = result === "error" && typeof msg === "string" && typeof code === "string";
  const isSlackRefusal = answersAsSlack && ok === false && typeof error === "string";
  return status >= 400 && (isRefusal || isSlackRefusal) ? undefined : `is no refusal: ${text.slice(0, 200)}`;
}
