import type { LoginProvider } from "../../../../config/login-providers.ts";
import { isLoopback } from "../../../../config/loopback.ts";
import { askOutside } from "../../../../outbound-http/ask-outside.ts";
import { OutsideRefused } from "../../../../outbound-http/refused.ts";
import { readAtMost } from "../../../../util/join-bytes.ts";
import { ExternalLoginRefused } from "../refused.ts";

const TIMEOUT_MS = 8000;
/** Far more than any discovery document or list of keys. */
const MAX_BYTES = 512 * 1024;

/** Options that the library passes to `ask`. Unset ones are undefined. */
interface AskedInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

type WorkerParts = Parameters<typeof askOutside>[0];

export interface AskedProvider extends LoginProvider {
  readonly ask: (address: string, init: AskedInit) => Promise<Response>;
}

/**
 * Adds the function for calling a provider. The function requires TLS, unless the provider's issuer has no TLS and the
 * call goes to this machine. It follows no redirects, limits time and size, and keeps owners' providers from reaching
 * private networks.
 */
export const toAskedProvider = (provider: LoginProvider, worker: WorkerParts): AskedProvider => ({
  ...provider,
  ask: async (address, init) => {
    if (!maySend(new URL(address), new URL(provider.issuer))) {
      throw new ExternalLoginRefused("untrusted", "an address without TLS");
    }
    const { status, headers, body } = await send(provider, worker, address, init).catch((error: unknown) => {
      throw toRefusal(error);
    });
    if (status >= 500 || status === 429) {
      await body?.cancel();
      throw new ExternalLoginRefused("provider_down", `status ${status}`);
    }
    const bytes = await readBounded(body);
    return new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers });
  },
});

const bodyOf = ({ body }: AskedInit) => (body instanceof URLSearchParams ? { body: body.toString() } : {});
const FORM = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" };

function send({ method: switchedBy }: LoginProvider, worker: WorkerParts, address: string, init: AskedInit) {
  const headers = init.body instanceof URLSearchParams ? { ...FORM, ...init.headers } : init.headers;
  if (switchedBy === null) {
    const method = init.method === "POST" ? "POST" : "GET";
    const bounds = { timeoutMs: TIMEOUT_MS, mostBytes: MAX_BYTES, redirects: 0 };
    return askOutside(worker, address, { method, headers, ...bodyOf(init), ...bounds });
  }
  const bounds = { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  return fetch(address, { method: init.method, headers, ...bodyOf(init), ...bounds });
}

function toRefusal(error: unknown): ExternalLoginRefused {
  if (error instanceof OutsideRefused && (error.reason === "forbidden" || error.reason === "redirects")) {
    return new ExternalLoginRefused("untrusted", error.message);
  }
  return new ExternalLoginRefused("provider_down", error instanceof Error ? error.name : "unreachable");
}

/** True if a provider is configured without TLS. Only then can requests to it go without TLS. */
export const isPlain = (issuer: string): boolean => new URL(issuer).protocol === "http:";

/** True if a URL from a provider is safe to redirect a browser to, or to request. */
export const isSecure = (url: URL, { issuer }: Pick<LoginProvider, "issuer">): boolean => maySend(url, new URL(issuer));

const maySend = ({ protocol, host }: URL, issuer: URL): boolean =>
  protocol === "https:" || (issuer.protocol === "http:" && protocol === "http:" && isLoopback(host));

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const bytes = await readAtMost(body ?? [], MAX_BYTES).catch(() => {
    throw new ExternalLoginRefused("provider_down", "the answer broke off");
  });
  if (bytes === undefined) throw new ExternalLoginRefused("provider_down", "too long an answer");
  return bytes;
}
