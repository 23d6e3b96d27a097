import type { Config } from "../config/config.ts";
import { databaseOf } from "../database/databases.ts";
import { addCounts, areCountsDue } from "../database/stored-reports.ts";
import { Log } from "../logging/log.ts";
import { logRequest } from "../logging/request-lines.ts";
import { count, countTime } from "../metrics/counts.ts";
import { machineClock } from "../util/clock.ts";
import type { HttpContext } from "./http-context.ts";
import { isForeign } from "./session.ts";
import { takesGzip } from "./takes-gzip.ts";

/**
 * On a self-hosted server, compresses long responses for clients that accept it (Cloudflare does this itself). Only
 * sets the header; the runtime compresses the body.
 */
function compress(response: Response, { request, config }: HttpContext): void {
  const { headers } = response;
  if (!config.compresses || !/\baccept-encoding\b/i.test(headers.get("Vary") ?? "")) return;
  if (headers.has("Content-Encoding") || request.method === "HEAD" || response.body === null) return;
  if (!takesGzip(request.headers.get("Accept-Encoding") ?? "")) return;
  headers.delete("Content-Length");
  headers.set("Content-Encoding", "gzip");
}

const EXPOSED = [
  "Location, Retry-After, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length",
  "Upload-Metadata, Upload-Offset, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
].join(", ");

/** Half a year. Excludes subdomains, because other hosts of the domain may not have TLS. */
const TLS_ONLY = "max-age=15552000";

export function finishResponse(response: Response, context: HttpContext): Response {
  addSafeHeaders(response, context);
  addCorsHeaders(response, context);
  askForCredentials(response, context);
  dropForeignCookies(response, context);
  compress(response, context);
  logResponse(response, context);
  // The response to HEAD is that to GET without the body.
  return context.method === "HEAD" ? new Response(null, response) : response;
}

/**
 * Adds headers that stop browsers from sniffing content types, and from caching API responses that don't allow it. If
 * the request used TLS, also makes browsers keep using TLS.
 */
function addSafeHeaders({ headers }: Response, { origin }: HttpContext): void {
  headers.set("X-Content-Type-Options", "nosniff");
  if (!headers.has("cache-control") && headers.get("content-type")?.startsWith("application/json"))
    headers.set("Cache-Control", "no-store");
  if (origin.startsWith("https:")) headers.set("Strict-Transport-Security", TLS_ONLY);
}

/**
 * Lets programs on other sites read a response. They send the API key themselves, because no cookie is trusted across
 * origins. The header is the same for all origins, so that responses don't vary.
 */
function addCorsHeaders({ headers }: Response, { isCrossOrigin }: HttpContext): void {
  if (!isCrossOrigin) return;
  headers.set("Access-Control-Allow-Origin", "*");
  headers.set("Access-Control-Expose-Headers", EXPOSED);
}

/** Adds a `WWW-Authenticate` header to a 401. "Basic" on a page would make browsers open their own password dialog. */
function askForCredentials({ status, headers }: Response, { scheme }: HttpContext): void {
  if (status === 401 && !headers.has("WWW-Authenticate")) headers.set("WWW-Authenticate", `${scheme} realm="zulip"`);
}

/**
 * Removes the cookies from a response to another site's request, so that the other site can't log a browser in to this
 * one.
 */
function dropForeignCookies({ headers }: Response, { request, host, config }: HttpContext): void {
  if (!headers.has("set-cookie") || !isForeign(request, host) || isOwnPort(request, host, config)) return;
  headers.delete("set-cookie");
  // If a proxy forwards a different port from the one people use, no one can log in. This warning explains why.
  const origin = URL.parse(request.headers.get("origin") ?? "");
  if (origin?.hostname !== host.replace(/:\d+$/, "")) return;
  const site = `${origin.protocol}//${config.rootDomain}${origin.port && `:${origin.port}`}`;
  new Log().warnOnce("login_of_another_site", { origin: origin.origin, host, hint: `start with --site ${site}` });
}

/** Whether a page is from this host at the site's own port, which a proxy omitted from the forwarded host. */
function isOwnPort({ headers }: Request, host: string, { site }: Config): boolean {
  const [origin, own] = [URL.parse(headers.get("origin") ?? ""), site === null ? null : new URL(site)];
  return origin !== null && origin.hostname === host && origin.port === own?.port && origin.protocol === own.protocol;
}

/** Adds the request's id to its response, and logs the response. */
function logResponse({ status, headers }: Response, context: HttpContext): void {
  headers.set("X-Request-Id", context.trail.request);
  const ms = machineClock.milliseconds() - context.startedAt;
  const kind = requestKind(context);
  count("parley_requests_total", { kind, status });
  if (context.trail.background !== true) countTime(kind, ms);
  tellCounts(context);
  logRequest(context.trail, { status, ms }, context.config, context.execution);
}

/**
 * On Cloudflare, no request reaches all isolates. Each isolate adds its counts to those in D1, at most once a minute.
 */
function tellCounts({ config, env, execution, startedAt }: HttpContext): void {
  if (config.ownPort === null && areCountsDue(startedAt)) execution.waitUntil(addCounts(databaseOf(env), startedAt));
}

/** Returns the kind under which a request is counted. There are only a few kinds, regardless of what was requested. */
function requestKind({ trail: { route }, method, path }: HttpContext): string {
  if (route === "none") return "unknown";
  if (route === "POST /messages") return "send";
  if (route === "GET /events") return "poll";
  if (route === "GET /events/stream") return "stream";
  if (path.startsWith("/user_")) return "file";
  if (!/^\/(?:api|json)\//.test(path)) return "page";
  return method === "GET" || method === "HEAD" ? "read" : "change";
}
