import { readBody, type SendOptions, send } from "../os/send.ts";

export interface ProbeResponse {
  readonly status: number;
  readonly ms: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** HTTP client for testing a deployment, with or without an account's credentials. */
export class Client {
  readonly site: URL;
  readonly credentials: string | undefined;

  /** @param credentials `EMAIL:KEY` */
  constructor(site: URL, credentials?: string) {
    this.site = site;
    this.credentials = credentials;
  }

  /** Sends a request to a path exactly as given, without normalizing it. If the connection breaks, the status is 0. */
  async send(path: string, { headers, ...sent }: SendOptions = {}): Promise<ProbeResponse> {
    const began = performance.now();
    const authorization = this.credentials ? { authorization: `Basic ${btoa(this.credentials)}` } : {};
    const ms = () => Math.round(performance.now() - began);
    try {
      const response = await send(this.site, path, {
        headers: { ...authorization, ...headers },
        timeoutMs: 0,
        ...sent,
      });
      const text = await readBody(response);
      return { status: response.statusCode ?? 0, headers: response.headers, text, ms: ms() };
    } catch (error) {
      return { status: 0, headers: {}, text: (error as Error).message, ms: ms() };
    }
  }

  call(method: string, path: string, fields: Record<string, string> = {}, signal?: AbortSignal) {
    const form = new URLSearchParams(fields).toString();
    const more = signal ? { signal } : {};
    if (method === "GET") return this.send(`/api/v1${path}${form && "?"}${form}`, { method, ...more });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return this.send(`/api/v1${path}`, { method, headers, body: form, ...more });
  }

  upload(bytes: number) {
    const boundary = "parley-account-check";
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="f"; filename="check.bin"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, "x"), Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    return this.send("/api/v1/user_uploads", { method: "POST", headers, body });
  }

  /** Returns the parsed body of an API response. Throws unless the status is 200. */
  async ok(answer: Promise<ProbeResponse>) {
    const { status, text } = await answer;
    if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text);
  }
}

export function statuses(answers: readonly { status: number }[]) {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status || "broken"] = (counts[status || "broken"] ?? 0) + 1;
  return counts;
}

/** Returns the median and the 99th percentile. */
export function times(answers: readonly { ms: number }[]) {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

export interface Context {
  readonly stranger: Client;
  readonly owner: Client;
  readonly password: string;
  readonly channel: number;
  /** Factor for durations and repetitions: 1, or less for a short run. */
  readonly scale: number;
  readonly sockets: number;
  readonly deploys: boolean;
}

/** A check that needs a deployment in a real Cloudflare account. */
export interface CheckStep {
  readonly name: string;
  readonly expects: string;
  run(context: Context): Promise<{ isGood: boolean; told: object }>;
}
