/** First half of the ids this Worker instance generates. Set only while serving a request, because it is random. */
let instance: string | undefined;
let idCount = 0;

/**
 * Returns Cloudflare's own id of a request, so that its log lines and ours can be joined. Elsewhere, generates a
 * UUID-shaped id whose end is a counter, which is faster than drawing each at random.
 */
export function requestIdOf(request: Request): string {
  const ray = request.headers.get("cf-ray");
  if (ray !== null && /^[\w-]{8,40}$/.test(ray)) return ray;
  instance ??= crypto.randomUUID().slice(0, 24);
  idCount += 1;
  return instance + idCount.toString(16).padStart(12, "0");
}
