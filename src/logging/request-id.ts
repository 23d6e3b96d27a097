/** The first half of the ids that this instance of the Worker makes; random only once a request is served. */
let instance: string | undefined;
let made = 0;

/**
 * Cloudflare's own id of a request, so that its log lines and ours can be joined; elsewhere one of our own, in the form
 * of a UUID: its end is counted, which takes less time than drawing each.
 */
export function requestIdOf(request: Request): string {
  const ray = request.headers.get("cf-ray");
  if (ray !== null && /^[\w-]{8,40}$/.test(ray)) return ray;
  instance ??= crypto.randomUUID().slice(0, 24);
  made += 1;
  return instance + made.toString(16).padStart(12, "0");
}
