import { parseJson } from "../readers/json-lines.ts";

/** Slack's API, with the token of someone who moves away from Slack. */
export interface SlackApi {
  /** Calls a read-only method of the Web API. Rejects with `SlackRefusal` if Slack returns an error. */
  call(method: string, fields?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Fetches a file of at most a given size. A string is the reason why it isn't available. */
  file(address: string, most: number): Promise<Blob | string>;
}

/** Slack's own error code, such as `missing_scope`. */
export class SlackRefusal extends Error {
  override readonly name = "SlackRefusal";
}

interface Access {
  readonly token: string;
  /** URL of the Web API: `https://slack.com/api/`, or that of another Slack, such as GovSlack's. */
  readonly address: string;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly wait: (ms: number) => Promise<unknown>;
}

const MAX_ATTEMPTS = 8;
const MAX_WAIT_S = 120;
const TIMEOUT_MS = 120_000;
const MAX_ANSWER = 50_000_000;
const MAX_REDIRECTS = 3;
/** Hosts where Slack stores publicly visible images. */
const PUBLIC_HOSTS = ["slack-edge.com"];

/**
 * Slack's Web API. The token is only sent to Slack's own hosts, regardless of the URLs in an archive. Everything is
 * fetched over https, and hosts other than Slack's aren't contacted at all.
 */
export function slackApi({ token, address, fetch, wait }: Access): SlackApi {
  const api = new URL(address.endsWith("/") ? address : `${address}/`);
  const isSlack = ({ protocol, host, hostname }: URL) =>
    host === api.host ? protocol === api.protocol : protocol === "https:" && isWithin(hostname, api.hostname);
  const isPublic = ({ protocol, hostname }: URL) =>
    protocol === "https:" && PUBLIC_HOSTS.some((host) => isWithin(hostname, host));

  /**
   * Repeats a request while Slack rate-limits it. Redirects are followed manually, because each must lead to an allowed
   * host.
   */
  async function ask(url: URL, redirects = MAX_REDIRECTS): Promise<Response | string> {
    if (!isSlack(url) && !isPublic(url)) return "it is not at Slack";
    const headers = isSlack(url) ? { authorization: `Bearer ${token}` } : {};
    for (let tried = 1; ; tried++) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await fetch(url.href, { headers, redirect: "manual", signal }).catch((error: unknown) =>
        String(error),
      );
      const isBusy = typeof answer === "string" || answer.status === 429 || answer.status >= 500;
      if (isBusy) {
        if (tried === MAX_ATTEMPTS)
          return typeof answer === "string" ? "it cannot be reached" : `it answers ${answer.status}`;
        const after = typeof answer === "string" ? 0 : Number(answer.headers.get("retry-after")) || 0;
        await wait(1000 * Math.min(MAX_WAIT_S, Math.max(after, 0.5 * 2 ** tried)));
        continue;
      }
      const target = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
      if (target === null) return answer.status === 200 ? answer : `it answers ${answer.status}`;
      const next = URL.parse(target, url.href);
      return next === null || redirects === 0 ? "it leads elsewhere" : ask(next, redirects - 1);
    }
  }

  return {
    async call(method, fields = {}) {
      const url = new URL(`${method}?${new URLSearchParams(fields)}`, api);
      const answer = await ask(url);
      if (typeof answer === "string") throw new SlackRefusal(answer);
      const bytes = await bodyOf(answer, MAX_ANSWER);
      const value = parseJson(await bytes?.text());
      if (typeof value !== "object" || value === null || !("ok" in value))
        throw new SlackRefusal("it isn't an answer from Slack");
      if (value.ok === true) return value;
      throw new SlackRefusal("error" in value ? String(value.error).slice(0, 100) : "no reason is given");
    },
    async file(address, most) {
      const url = URL.parse(address);
      if (url === null) return "it has no address";
      const answer = await ask(url);
      if (typeof answer === "string") return answer;
      // If the token has no permission for a file, Slack responds with a login page.
      const isPage = /^text\/html/i.test(answer.headers.get("content-type") ?? "") && !/\.html?$/i.test(url.pathname);
      if (isPage) return "the token does not open it";
      return (await bodyOf(answer, most)) ?? "it is too large";
    },
  };
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

async function bodyOf(answer: Response, most: number): Promise<Blob | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > most) return undefined;
    parts.push(part.slice());
  }
  return new Blob(parts);
}
