/** The id of a request: Cloudflare's ray id, so that its logs and these can be joined; elsewhere a random one. */
export function requestIdOf(request: Request): string {
  const ray = request.headers.get("cf-ray");
  return ray !== null && /^[\w-]{8,40}$/.test(ray) ? ray : crypto.randomUUID();
}
