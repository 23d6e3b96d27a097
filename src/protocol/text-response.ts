/** Minimum length in characters that makes compression worth its cost. */
const LONG = 2048;

/** A text as a response. A long one has `Vary: Accept-Encoding`, as src/http/finish.ts or a proxy may compress it. */
export function textResponse(text: string, init: ResponseInit | Response): Response {
  const response = new Response(text, init);
  if (text.length >= LONG) response.headers.append("Vary", "Accept-Encoding");
  return response;
}

/** The headers of JSON responses, in the form that the platform copies fastest. */
const JSON_RESPONSE = new Response(null, {
  headers: { "Content-Type": "application/json", "Cache-Control": "no-store" },
});

export const jsonResponse = (text: string, status = 200): Response =>
  textResponse(text, status === 200 ? JSON_RESPONSE : { status, headers: JSON_RESPONSE.headers });
