import { isLoopback } from "../../../../config/loopback.ts";
import { ExternalLoginRefused } from "../refused.ts";

const TIMEOUT_MS = 8000;
/** Far more than any discovery document or list of keys has. */
const MOST_BYTES = 512 * 1024;

/** The form of the library's requests: values that are not given are undefined. */
interface AskedInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/**
 * Makes the function by which a provider is asked. It asks over TLS alone, except for a provider that is itself configured
 * on this machine without; it follows no redirects, waits only for a while, and reads only so much.
 */
export const fetchFrom =
  (issuer: string) =>
  async (address: string, { method, headers: sent, body: form }: AskedInit): Promise<Response> => {
    if (!maySend(new URL(address), new URL(issuer)))
      throw new ExternalLoginRefused("untrusted", "an address without TLS");
    const { status, headers, body } = await fetch(address, {
      method,
      headers: sent,
      ...(form instanceof URLSearchParams && { body: form }),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new ExternalLoginRefused("provider_down", error instanceof Error ? error.name : "unreachable");
    });
    if (status >= 500 || status === 429) {
      await body?.cancel();
      throw new ExternalLoginRefused("provider_down", `status ${status}`);
    }
    const bytes = await readBounded(body);
    return new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers });
  };

/** Whether requests to this machine may go without TLS: where the provider that is configured is there, too. */
export const isPlain = (issuer: string): boolean => new URL(issuer).protocol === "http:";

const maySend = ({ protocol, host }: URL, issuer: URL): boolean =>
  protocol === "https:" || (issuer.protocol === "http:" && protocol === "http:" && isLoopback(host));

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      length += chunk.length;
      if (length > MOST_BYTES) throw new ExternalLoginRefused("provider_down", "too long an answer");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ExternalLoginRefused) throw error;
    throw new ExternalLoginRefused("provider_down", "the answer broke off");
  }
  return Buffer.concat(chunks);
}
