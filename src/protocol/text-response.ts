/** In characters; to compress less costs more than it saves. */
const LONG = 2048;

/** A text as an answer. A long one says that it may come compressed: src/http/compress.ts does so, and so do proxies. */
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
