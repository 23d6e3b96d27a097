import { env } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { Env } from "../../src/config/env.ts";
import { askOutside, type OutsideRequest } from "../../src/outbound-http/ask-outside.ts";
import { readText } from "../../src/outbound-http/bounded-body.ts";

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string;
}

type Respond = (asked: Asked) => Response | Promise<Response>;

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * Requests an address from a stand-in for the whole internet. Returns the response text, or the reason for the failure.
 */
async function ask(address: string, respond: Respond, request: Partial<OutsideRequest> = {}, hosts: string[] = []) {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { url, method, headers, ...one } = new Request(input, init);
    expect(init?.redirect).toBe("manual");
    asked.push({ url, method, headers, body: typeof init?.body === "string" ? init.body : "", ...one });
    const answer = respond(asked.at(-1) as Asked);
    return answer;
  });
  const options = { timeoutMs: 5000, mostBytes: 1000, ...request };
  const got = await askOutside({ env: env as unknown as Env, config: { outsideHosts: hosts } }, address, options).then(
    async ({ status, url, body }) => ({ status, url: url.href, text: await readText(body).catch(String) }),
    (error: unknown) => String(error),
  );
  return { asked, got };
}

const to = (location: string, status = 302) => new Response(null, { status, headers: { Location: location } });

test("a response includes its status and final URL", async () => {
  const { got } = await ask("https://example.org/a", () => new Response("hello", { status: 404 }));
  expect(got).toEqual({ status: 404, url: "https://example.org/a", text: "hello" });
});

test("redirects are followed, including relative ones", async () => {
  const { got, asked } = await ask("http://example.org/a", ({ url }) => {
    if (url === "http://example.org/a") return to("https://example.org/b", 301);
    return url === "https://example.org/b" ? to("c?d=1", 308) : new Response("there");
  });
  expect(asked.map(({ url }) => url)).toEqual([
    ...["http://example.org/a", "https://example.org/b", "https://example.org/c?d=1"],
  ]);
  expect(got).toEqual({ status: 200, url: "https://example.org/c?d=1", text: "there" });
});

test.each([
  "http://127.0.0.1/",
  "//169.254.169.254/latest/",
  "http://[::ffff:7f00:1]/",
  "http://2130706433/",
  "https://metadata.google.internal/",
])("a redirect to %s is not followed", async (location) => {
  const { got, asked } = await ask("http://example.org/", () => to(location));
  expect(got).toBe("Error: forbidden: not a public address");
  expect(asked.length).toBe(1);
});

test.each([
  ["file:///etc/passwd", "Error: forbidden: no web address"],
  ["https://a:b@example.org/", "Error: forbidden: a password in the address"],
  ["http://example.org:22/", "Error: forbidden: not a port of the web"],
  ["http://", "Error: forbidden: no web address"],
])("[security 13.3] a redirect to %s is refused", async (location, why) => {
  const { got } = await ask("http://example.org/", () => to(location));
  expect(got).toBe(why);
});

test("a host that the operator allows can redirect to itself, but to no other private host", async () => {
  const hosts = ["10.0.0.7"];
  const allowed = await ask(
    "http://10.0.0.7/a",
    ({ url }) => (url.endsWith("/a") ? to("/b") : new Response("b")),
    {},
    hosts,
  );
  expect(allowed.got).toMatchObject({ text: "b" });
  const other = await ask("http://10.0.0.7/a", () => to("http://10.0.0.8/"), {}, hosts);
  expect(other.got).toBe("Error: forbidden: not a public address");
});

test("no request is made after three redirects", async () => {
  const { got, asked } = await ask("https://example.org/0", ({ url }) => to(`/${Number(url.at(-1)) + 1}`));
  expect(got).toBe("Error: redirects: too many");
  expect(asked.length).toBe(4);
  const none = await ask("https://example.org/0", () => to("/1"), { redirects: 0 });
  expect([none.got, none.asked.length]).toEqual(["Error: redirects: too many", 1]);
});

test("[security 13.4] a redirect to another site sends no identifying headers, and cookies aren't kept", async () => {
  const headers = { "User-Agent": "ParleyTest/1", Accept: "text/html", Authorization: "Bearer a", "X-Token": "b" };
  const { asked } = await ask(
    "https://example.org/",
    ({ url }) => {
      const [step, next] = url.includes("other") ? [2, "https://example.org/last"] : [1, "https://other.example/"];
      return url.endsWith("last")
        ? new Response()
        : new Response(null, {
            status: 302,
            headers: { Location: next, "Set-Cookie": `step=${step}` },
          });
    },
    { headers },
  );
  const sent = asked.map((one) => Object.fromEntries(one.headers));
  expect(sent[0]).toMatchObject({ authorization: "Bearer a", "x-token": "b" });
  for (const one of sent.slice(1)) expect(one).toEqual({ "user-agent": "ParleyTest/1", accept: "text/html" });
});

test("a redirected POST is repeated at the same site or its HTTPS version, but never at another site", async () => {
  const headers = { "Content-Type": "text/plain", Authorization: "Bearer a" };
  const post = { method: "POST", body: "secret", headers } as const;
  const moved = await ask(
    "http://example.org/a",
    ({ url }) => (url.endsWith("a") ? to("https://example.org/b", 307) : new Response("ok")),
    post,
  );
  expect(moved.asked.map(({ method, body }) => [method, body])).toEqual([
    ["POST", "secret"],
    ["POST", "secret"],
  ]);
  const other = await ask("https://example.org/a", () => to("https://other.example/", 308), post);
  expect(other.got).toBe("Error: redirects: to another site");
  const weaker = await ask("https://example.org/a", () => to("http://example.org/", 307), post);
  expect(weaker.got).toBe("Error: redirects: to another site");
  const seen = await ask(
    "https://example.org/a",
    ({ url }) => (url.endsWith("a") ? to("https://other.example/b") : new Response("ok")),
    post,
  );
  expect(seen.asked.map(({ url, method, body }) => [url, method, body])).toEqual([
    ["https://example.org/a", "POST", "secret"],
    ["https://other.example/b", "GET", ""],
  ]);
  expect([...(seen.asked[1]?.headers ?? [])]).toEqual([]);
});

test("[security 13.6] a long response is read only up to the limit", async () => {
  let read = 0;
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          read += 400;
          controller.enqueue(new Uint8Array(400).fill(97));
        },
      }),
    );
  const refused = await ask("https://example.org/", endless);
  expect(refused.got).toMatchObject({ status: 200, text: "Error: too_long: more than 1000 bytes" });
  expect(read).toBeLessThan(3000);
  const cut = await ask("https://example.org/", endless, { tooLong: "cut" });
  expect(cut.got).toMatchObject({ text: "a".repeat(1000) });
  const exact = await ask("https://example.org/", () => new Response("b".repeat(1000)));
  expect(exact.got).toMatchObject({ text: "b".repeat(1000) });
});

test("[security 13.5] a request times out if the server doesn't respond, or doesn't finish", async () => {
  const silent = await ask("https://example.org/", () => new Promise<Response>(() => {}), { timeoutMs: 50 });
  expect(silent.got).toBe("Error: timeout: it took too long");
  const slow = await ask(
    "https://example.org/",
    () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })),
    { timeoutMs: 50 },
  );
  expect(slow.got).toMatchObject({ status: 200, text: "Error: timeout: it took too long" });
});

test("a connection error hides the platform's message, which contains addresses of its network", async () => {
  const { got } = await ask("https://example.org/", () => Promise.reject(new Error("connect ECONNREFUSED 10.1.2.3")));
  expect(got).toBe("Error: unreachable: no answer");
});

test("guarded connections use the binding, except to hosts that the operator allows", async () => {
  const guarded: string[] = [];
  const through = async (url: string) => {
    guarded.push(url);
    return new Response("guarded");
  };
  const bound = { ...env, OUTSIDE: { fetch: through } };
  vi.stubGlobal("fetch", async () => new Response("plain"));
  const texts = [];
  for (const address of ["https://example.org/", "http://10.0.0.7/"]) {
    const place = { env: bound as unknown as Env, config: { outsideHosts: ["10.0.0.7"] } };
    texts.push(await readText((await askOutside(place, address, { timeoutMs: 5000, mostBytes: 1000 })).body));
  }
  expect(texts).toEqual(["guarded", "plain"]);
  expect(guarded).toEqual(["https://example.org/"]);
});
