/** Minimum number of characters worth compressing. */
const LONG = 2048;

/** Long responses get `Vary: Accept-Encoding`, because src/http/finish.ts or a proxy may compress them. */
export function textResponse(text: string, init: ResponseInit | Response): Response {
  const response = new Response(text, init);
  if (text.length >= LONG) response.headers.append("Vary", "Accept-Encoding");
  return response;
}

/** A Response instead of an object, because the platform copies headers from it fastest. */
const JSON_RESPONSE = new Response(null, {
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
});

export const jsonResponse = (text: string, status = 200): Response =>
  textResponse(text, status === 200 ? JSON_RESPONSE : { status, headers: JSON_RESPONSE.headers });
