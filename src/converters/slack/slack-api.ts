import type { Spool } from "../../archive-format/spool.ts";
import { tryForeignJson } from "../../util/foreign-json.ts";

/** Slack's API, called with the token of the user who is migrating from Slack. */
export interface SlackApi {
  /** Calls a read-only method of the Web API. Rejects with `SlackRefusal` if Slack returns an error. */
  call(method: string, fields?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Fetches a file of at most a given size into the spool. If it isn't available, returns the reason as a string. */
  file(address: string, most: number, spool: Spool): Promise<Blob | string>;
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
const MAX_SILENCE_MS = 120_000;
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
   * Sends a request. Retries it if the connection breaks, or Slack rate-limits it or has a server error. Redirects are
   * followed manually, because each must lead to an allowed host.
   *
   * @param take reads the response
   */
  async function ask<Taken>(
    url: URL,
    take: (body: Parts, type: string | null) => Promise<Taken>,
    redirects = MAX_REDIRECTS,
  ): Promise<Taken | string> {
    if (!isSlack(url) && !isPublic(url)) return "it is not at Slack";
    const headers = isSlack(url) ? { authorization: `Bearer ${token}` } : {};
    for (let tried = 1; ; tried++) {
      const silence = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const heard = () => {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), MAX_SILENCE_MS);
      };
      heard();
      let [problem, after] = ["it cannot be reached", 0];
      try {
        const answer = await fetch(url.href, { headers, redirect: "manual", signal: silence.signal }).catch(breakOff);
        const target = answer.status >= 300 && answer.status < 400 ? answer.headers.get("location") : null;
        if (target !== null) {
          const next = URL.parse(target, url.href);
          return next === null || redirects === 0 ? "it leads elsewhere" : await ask(next, take, redirects - 1);
        }
        if (answer.status === 200) return await take(partsOf(answer, heard), answer.headers.get("content-type"));
        problem = `it answers ${answer.status}`;
        if (answer.status !== 429 && answer.status < 500) return problem;
        after = Number(answer.headers.get("retry-after")) || 0;
      } catch (error) {
        if (!(error instanceof BrokenOff)) throw error;
      } finally {
        clearTimeout(timer);
      }
      if (tried === MAX_ATTEMPTS) return problem;
      await wait(1000 * Math.min(MAX_WAIT_S, Math.max(after, 0.5 * 2 ** tried)));
    }
  }

  return {
    async call(method, fields = {}) {
      const url = new URL(`${method}?${new URLSearchParams(fields)}`, api);
      const answer = await ask(url, readAnswer);
      if (typeof answer === "string") throw new SlackRefusal(answer);
      const value = tryForeignJson(await answer?.text());
      if (typeof value !== "object" || value === null || !("ok" in value))
        throw new SlackRefusal("it isn't an answer from Slack");
      if (value.ok === true) return value;
      throw new SlackRefusal("error" in value ? String(value.error).slice(0, 100) : "no reason is given");
    },
    async file(address, most, spool) {
      const url = URL.parse(address);
      if (url === null) return "it has no address";
      return await ask(url, async (body, type) => {
        // If the token has no permission for a file, Slack responds with a login page.
        const isPage = /^text\/html/i.test(type ?? "") && !/\.html?$/i.test(url.pathname);
        return isPage ? "the token does not open it" : await spooled(body, most, spool);
      });
    },
  };
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

type Parts = AsyncGenerator<Uint8Array>;

/** Thrown if the connection broke, or no data arrived for too long. */
class BrokenOff extends Error {}

function breakOff(error: unknown): never {
  throw new BrokenOff(String(error));
}

async function* partsOf({ body }: Response, heard: () => void): Parts {
  try {
    for await (const part of body ?? []) {
      heard();
      yield part;
    }
  } catch (error) {
    breakOff(error);
  }
}

/** Returns undefined if a response is too long. */
async function readAnswer(body: Parts): Promise<Blob | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > MAX_ANSWER) return undefined;
    parts.push(part.slice());
  }
  return new Blob(parts);
}

async function spooled(body: Parts, most: number, spool: Spool): Promise<Blob | string> {
  const file = await spool.create();
  let bytes = 0;
  const fill = async () => {
    for await (const part of body) {
      bytes += part.length;
      if (bytes > most) return;
      await file.write(part.slice());
    }
  };
  const [filled] = await Promise.allSettled([fill()]);
  const blob = await file.close();
  if (filled.status === "rejected") throw filled.reason;
  return bytes > most ? "it is too large" : blob;
}
