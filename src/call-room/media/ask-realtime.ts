import * as v from "valibot";
import type { RealtimeService } from "../../config/calls.ts";
import { boundedBody, readText } from "../../outbound-http/bounded-body.ts";
import { Deadline } from "../../outbound-http/deadline.ts";

/** Requests that wait for a browser's connection take up to five seconds. */
const TIMEOUT_MS = 10_000;
/** An offer for 64 tracks is a tenth of this. */
const MAX_BYTES = 524_288;

const json = v.pipe(v.string(), v.parseJson());

/** Sends a request to the operator's Cloudflare Realtime service, and parses the response if it is JSON. */
export async function askRealtime(
  { url, token }: RealtimeService,
  method: "GET" | "POST" | "PUT",
  path: string,
  content?: object,
  timeoutMs = TIMEOUT_MS,
): Promise<{ readonly status: number; readonly json: unknown }> {
  const deadline = new Deadline(timeoutMs);
  try {
    const headers = { Authorization: `Bearer ${token}`, ...(content && { "Content-Type": "application/json" }) };
    const asked = fetch(`${url}${path}`, {
      ...{ method, headers, redirect: "manual", signal: deadline.signal },
      ...(content && { body: JSON.stringify(content) }),
    });
    const { status, body } = await Promise.race([asked, deadline.passed]);
    const text = await readText(boundedBody(body, { mostBytes: MAX_BYTES }, deadline));
    const read = v.safeParse(json, text);
    return { status, json: read.success ? read.output : undefined };
  } finally {
    deadline.clear();
  }
}
