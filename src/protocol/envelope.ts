import type { LimitState } from "../util/rate-limiter.ts";
import type { ErrorShape } from "./errors.ts";
import { jsonResponse } from "./text-response.ts";

export function success(reply: object, ignored: readonly string[]): Response {
  const envelope = { result: "success", msg: "", ...reply };
  return jsonResponse(
    JSON.stringify(ignored.length > 0 ? { ...envelope, ignored_parameters_unsupported: ignored } : envelope),
  );
}

export function failure({ code, msg, status = 400, extra = {}, headers = {} }: ErrorShape): Response {
  return Response.json({ result: "error", msg, code, ...extra }, { status, headers });
}

export const notFoundFailure = () => failure({ code: "BAD_REQUEST", msg: "Not found", status: 404 });

export const methodNotAllowed = (allowed: readonly string[]) =>
  failure({
    code: "BAD_REQUEST",
    msg: "Method Not Allowed",
    status: 405,
    extra: { allowed_methods: allowed },
    headers: { Allow: allowed.join(", ") },
  });

export function addLimitHeaders(response: Response, limit: LimitState | null): void {
  if (limit === null) return;
  response.headers.set("X-RateLimit-Limit", String(limit.limit));
  response.headers.set("X-RateLimit-Remaining", String(limit.remaining));
  response.headers.set("X-RateLimit-Reset", String(Math.ceil(limit.resetAt / 1000)));
}

/**
 * Browser clients live on other origins, and send the API key themselves: no cookie is ever trusted across origins. It
 * is the same for all origins, so that an answer varies with none.
 */
export function addCors(response: Response): void {
  response.headers.set("Access-Control-Allow-Origin", "*");
  response.headers.set(
    "Access-Control-Expose-Headers",
    "Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
  );
}

export const preflight = (allowed: readonly string[]) =>
  new Response(null, {
    status: 204,
    headers: {
      Allow: allowed.join(", "),
      "Access-Control-Allow-Methods": allowed.join(", "),
      "Access-Control-Allow-Headers": "Authorization, Content-Type, User-Agent",
      "Access-Control-Max-Age": "86400",
    },
  });
