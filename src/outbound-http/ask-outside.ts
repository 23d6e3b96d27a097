import type { Env } from "../config/env.ts";
import { boundedBody } from "./bounded-body.ts";
import { type AllowedHosts, checkAddress, type FetchMode } from "./check-address.ts";
import { Deadline } from "./deadline.ts";
import { OutsideRefused } from "./refused.ts";

export interface OutsideRequest {
  readonly method?: "GET" | "HEAD" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline for the whole response, including redirects and body. */
  readonly timeoutMs: number;
  /** Maximum bytes read from the body; see `tooLong`. */
  readonly mostBytes: number;
  /** Whether a longer response fails with an error, or is cut at the limit. */
  readonly tooLong?: "refused" | "cut";
  readonly redirects?: number;
}

interface OutsideAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly url: URL;
  /** Ends at the limit, or fails with an OutsideRefused. Must be read to the end or canceled. */
  readonly body: ReadableStream<Uint8Array>;
}

const MAX_REDIRECTS = 3;
/** The only headers that are sent after a redirect to another site. They reveal nothing about the requester. */
const PUBLIC_HEADERS = ["accept", "accept-language", "range", "user-agent"];

/**
 * Fetches a user-supplied URL. Never reaches private networks: URLs are checked, even after redirects, and on a server
 * inside a network, the binding OUTSIDE also checks where each connection goes. Sends and stores no cookies. Throws an
 * OutsideRefused if there is no response.
 */
export async function askOutside(
  { env, config }: { readonly env: Env; readonly config: AllowedHosts },
  address: string,
  request: OutsideRequest,
): Promise<OutsideAnswer> {
  const deadline = new Deadline(request.timeoutMs);
  try {
    let step = firstStep(address, request);
    for (let redirects = 0; ; redirects++) {
      const way = checkAddress(config, step.url);
      const { status, headers, body } = await send(env, way, step, deadline);
      const location = REDIRECTS.includes(status) ? headers.get("location") : null;
      if (location === null) return { status, headers, url: step.url, body: boundedBody(body, request, deadline) };
      await body?.cancel().catch(() => {});
      if (redirects >= (request.redirects ?? MAX_REDIRECTS)) throw new OutsideRefused("redirects", "too many");
      step = redirected(step, status, parse(location, step.url));
    }
  } catch (error) {
    deadline.clear();
    throw error;
  }
}

type RedirectHop = { url: URL; method: string; headers: Readonly<Record<string, string>>; body: string | undefined };

const firstStep = (address: string, { method = "GET", headers = {}, body }: OutsideRequest): RedirectHop => ({
  ...{ url: parse(address), method, headers, body },
});

const REDIRECTS = [301, 302, 303, 307, 308];

/** Builds the request after a redirect, as browsers do. POST data is only sent to the same site. */
function redirected({ url, method, headers, body }: RedirectHop, status: number, to: URL): RedirectHop {
  const isSameSite = to.host === url.host && to.protocol === url.protocol;
  const isBecomingTls = to.hostname === url.hostname && to.protocol === "https:" && to.port === "";
  const repeats = status === 307 || status === 308 || method !== "POST";
  const trusts = isSameSite || isBecomingTls;
  if (repeats && body !== undefined && !trusts) throw new OutsideRefused("redirects", "to another site");
  const goes = trusts
    ? headers
    : Object.fromEntries(Object.entries(headers).filter(([name]) => PUBLIC_HEADERS.includes(name.toLowerCase())));
  if (repeats) return { url: to, method, headers: goes, body };
  const ofNoBody = Object.entries(goes).filter(([name]) => !/^content-/i.test(name));
  return { url: to, method: "GET", headers: Object.fromEntries(ofNoBody), body: undefined };
}

async function send(env: Env, way: FetchMode, { url, body, ...step }: RedirectHop, deadline: Deadline) {
  const init: RequestInit = {
    ...step,
    ...(body !== undefined && { body }),
    redirect: "manual",
    signal: deadline.signal,
  };
  try {
    const guarded = way === "guarded" ? env.OUTSIDE : undefined;
    const answer = guarded === undefined ? fetch(url.href, init) : guarded.fetch(url.href, init);
    return await Promise.race([answer, deadline.passed]);
  } catch {
    // The platform's own error messages contain addresses of the server's network.
    throw deadline.isOver() ? deadline.error() : new OutsideRefused("unreachable", "no answer");
  }
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url === null) throw new OutsideRefused("forbidden", "no web address");
  return url;
}
