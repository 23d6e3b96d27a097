import type { HttpContext } from "./http-context.ts";
import { takesGzip } from "./takes-gzip.ts";

/**
 * Sends a long text compressed to whoever takes it so, on one's own machine: Cloudflare does so by itself. The runtime
 * compresses what is said to be, while it sends it.
 */
export function compress(response: Response, { request, config }: HttpContext): void {
  if (!config.compresses || request.method === "HEAD" || response.body === null) return;
  const { headers } = response;
  if (headers.has("Content-Encoding") || !/\baccept-encoding\b/i.test(headers.get("Vary") ?? "")) return;
  if (!takesGzip(request.headers.get("Accept-Encoding") ?? "")) return;
  headers.delete("Content-Length");
  headers.set("Content-Encoding", "gzip");
}
