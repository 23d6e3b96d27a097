/** What the stand-in was asked for: by which address, and with which authorization. */
interface Asked {
  readonly url: URL;
  readonly authorization: string | null;
}

interface StandIn {
  readonly token: string;
  /** The answers of methods, without `ok`. */
  readonly methods: Readonly<Record<string, (fields: URLSearchParams) => object>>;
  /** The files by their addresses; those of Slack's own hosts want the token. */
  readonly files: Readonly<Record<string, string>>;
  /** Addresses that lead elsewhere. */
  readonly redirects?: Readonly<Record<string, string>>;
}

/**
 * Slack, as docs.slack.dev has it: methods answer 200 with `ok` and, where it is false, `error`; who asks too often gets 429 with
 * `Retry-After`; the token stands in the header; who has no right to a file gets a page to log in. The first call of each method
 * is one too many.
 */
export function slackStandIn({ token, methods, files, redirects = {} }: StandIn) {
  const asked: Asked[] = [];
  const busy = new Set<string>();
  const json = (value: object) => Response.json(value);
  return {
    asked,
    fetch: async (address: string, init: RequestInit): Promise<Response> => {
      const url = new URL(address);
      const authorization = new Headers(init.headers).get("authorization");
      asked.push({ url, authorization });
      const method = /^\/api\/([\w.]+)$/.exec(url.pathname)?.[1];
      if (url.hostname === "slack.com" && method !== undefined) {
        if (!busy.has(method)) {
          busy.add(method);
          return new Response("", { status: 429, headers: { "retry-after": "1" } });
        }
        if (authorization !== `Bearer ${token}`) return json({ ok: false, error: "invalid_auth" });
        const answer = methods[method];
        return json(
          answer === undefined ? { ok: false, error: "missing_scope" } : { ok: true, ...answer(url.searchParams) },
        );
      }
      const target = redirects[address];
      if (target !== undefined) return new Response(null, { status: 302, headers: { location: target } });
      const file = files[address];
      if (file === undefined) return new Response("", { status: 404 });
      const isPrivate = url.hostname.endsWith("slack.com");
      const mayRead = !isPrivate || authorization === `Bearer ${token}`;
      if (!mayRead)
        return new Response("<title>Log in</title>", { headers: { "content-type": "text/html; charset=utf-8" } });
      return new Response(file, { headers: { "content-type": "application/octet-stream" } });
    },
  };
}
