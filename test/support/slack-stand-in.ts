/** A request received by the stand-in. */
interface Asked {
  readonly url: URL;
  readonly authorization: string | null;
}

interface StandIn {
  readonly token: string;
  /** Functions that return the responses of methods, without `ok`. */
  readonly methods: Readonly<Record<string, (fields: URLSearchParams) => object>>;
  /** Files by URL. Those on Slack's own hosts require the token. */
  readonly files: Readonly<Record<string, string>>;
  readonly redirects?: Readonly<Record<string, string>>;
}

/**
 * A fake of Slack as documented at docs.slack.dev. Methods return status 200 with `ok` and, if `ok` is false, `error`.
 * Too many requests get 429 with `Retry-After`, and so does the first call of each method. The token is sent in a
 * header. Unauthorized requests for files get a login page.
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
