import type { PageContext } from "../../../endpoints/page.ts";

/** A longer answer is not held in memory, and so not kept. */
const MOST_BYTES = 1_048_576;

/**
 * An answer from Cloudflare's cache near whoever asks, or a new one, which is kept there if it is a whole and short one. A
 * kept one was allowed when it was made, and its address says to what. On one's own machine nothing is kept: the cache would
 * have no limit there.
 */
export async function kept({ request, env }: PageContext, answer: () => Promise<Response>): Promise<Response> {
  if (env.OUTSIDE !== undefined || request.method !== "GET") return answer();
  const cache = caches.default;
  const known = await cache.match(request);
  // The headers of what a cache returns cannot be changed.
  if (known !== undefined) return new Response(known.body, known);
  const made = await answer();
  const length = Number(made.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (made.status !== 200 || request.headers.has("range") || length > MOST_BYTES) return made;
  const bytes = await made.arrayBuffer();
  const whole = new Response(bytes, made);
  await cache.put(request.url, whole.clone());
  return whole;
}
