/** Cloudflare's own name of a request, so that its lines and ours can be joined; elsewhere a random one. */
export function requestIdOf(request: Request): string {
  const ray = request.headers.get("cf-ray");
  return ray !== null && /^[\w-]{8,40}$/.test(ray) ? ray : crypto.randomUUID();
}
