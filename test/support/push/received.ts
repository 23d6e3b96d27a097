import { fromBase64 } from "./sealing.ts";

/** A request as received, byte by byte. */
export interface Received {
  readonly call: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly atMs: number;
}

/** Returns everything that can be read in a request without a key. */
function readings({ call, headers, body }: Received): string[] {
  const text = new TextDecoder().decode(body);
  const plain = [call, JSON.stringify(headers), text];
  for (const value of new URLSearchParams(text).values()) plain.push(value);
  const unescaped = plain.map((one) =>
    one.replace(/\\u([0-9a-fA-F]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  );
  const decoded = unescaped.flatMap((one) =>
    [...one.matchAll(/[A-Za-z0-9+/]{8,}={0,2}/g)].flatMap(([run]) => {
      const bytes = fromBase64(run);
      return bytes ? [new TextDecoder().decode(bytes)] : [];
    }),
  );
  return [...unescaped, ...decoded];
}

/** Returns the texts that can be read in the requests: unchanged, escaped, or in base64. */
export function readableIn(received: readonly Received[], texts: readonly string[]): string[] {
  const all = received.flatMap(readings);
  return texts.filter((text) => all.some((one) => one.includes(text)));
}
