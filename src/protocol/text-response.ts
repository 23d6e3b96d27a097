/** Minimum length in characters that makes compression worth its cost. */
const LONG = 2048;

/** A text as a response. A long one has `Vary: Accept-Encoding`, as src/http/finish.ts or a proxy may compress it. */
export function textResponse(
  text: string,
  { status = 200, headers }: { status?: number; headers: HeadersInit },
): Response {
  const response = new Response(text, { status, headers });
  if (text.length >= LONG) response.headers.append("Vary", "Accept-Encoding");
  return response;
}

export const jsonResponse = (text: string, status = 200): Response =>
  textResponse(text, { status, headers: { "content-type": "application/json" } });
