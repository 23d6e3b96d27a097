import type { LimitState } from "../util/rate-limiter.ts";
import type { ErrorShape } from "./errors.ts";
import { jsonResponse } from "./text-response.ts";

export function success(reply: object | undefined, ignored: readonly string[]): Response {
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

/** Adds the headers to a response, and returns it. */
export function withLimitHeaders(response: Response, limit: LimitState | null): Response {
  if (limit === null) return response;
  const { headers } = response;
  headers.set("X-RateLimit-Limit", String(limit.limit));
  headers.set("X-RateLimit-Remaining", String(limit.remaining));
  headers.set("X-RateLimit-Reset", String(Math.ceil(limit.resetAt / 1000)));
  return response;
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
