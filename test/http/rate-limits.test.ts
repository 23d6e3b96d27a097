import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Endpoint } from "../../src/api/endpoint.ts";
import { features } from "../../src/features.ts";
import { withEnv } from "../support/object.ts";
import { PASSWORD, realm } from "../support/organization.ts";
import type { Json, Person } from "../support/person.ts";
import { unusedAddress } from "../support/unused-address.ts";

/** Endpoints without a rate limit, and why. */
const FREE: Record<string, string> = {
  "GET /health": "whoever watches the server must not be told that it is ill because others ask too much",
  ...Object.fromEntries(
    features
      .flatMap(({ name, endpoints = [] }) => (name === "testing" ? endpoints : []))
      .map(({ route }) => [route, "there only where a server is tested"]),
  ),
};

/** Pages without a rate limit, and why. */
const COUNTED_BY_TOKEN =
  "calls are counted by connection, which makes more than a person does, and wrong tokens by address";
const FREE_PAGES = {
  "DELETE /scim/v2/:path+": COUNTED_BY_TOKEN,
  "GET /scim/v2/:path+": COUNTED_BY_TOKEN,
  "PATCH /scim/v2/:path+": COUNTED_BY_TOKEN,
  "POST /scim/v2/:path+": COUNTED_BY_TOKEN,
  "PUT /scim/v2/:path+": COUNTED_BY_TOKEN,
  "GET /metrics": "it tells only whoever has the setup token, and attempts at that are counted",
};

/** Fields that public endpoints need before their calls are counted. */
const FIELDS: Record<string, Record<string, string>> = {
  "POST /fetch_api_key": { username: "nobody@example.org", password: "x" },
  "POST /dev_fetch_api_key": { username: "nobody@example.org" },
  "POST /login": { username: "nobody@example.org", password: "x" },
  "POST /login/second_factor": { login_ticket: "x", code: "123456" },
  "POST /login/passkey": {
    token: "x",
    credential: JSON.stringify({
      ...{ id: "AA", type: "public-key" },
      response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
    }),
  },
  "POST /external_login/:provider/logout": { logout_token: "x" },
  "GET /calls/:call_id/room/by_ticket": { ticket: "x" },
  "POST /password_reset": { email: "nina@example.org" },
  "POST /password_reset/:key": { password: "correct horse battery" },
  "POST /join/:key": { full_name: "Nina", password: "correct horse battery" },
  "POST /join/:key/email": { email: "nina@example.org" },
  "POST /outside_access/:key": { full_name: "Nina" },
  "POST /outside_access/:key/devices": { full_name: "Nina" },
};

/** Endpoints about an organization in another object, where their calls are counted. */
const ELSEWHERE = [
  "POST /organizations",
  "POST /organizations/check/files",
  "POST /organizations/check/identity",
  "POST /organizations/check/rows",
  "POST /organizations/any_login",
  "POST /organizations/any_network",
  "POST /organizations/deactivate",
  "POST /organizations/deletable",
  "POST /organizations/describe",
  "POST /organizations/disk_warning",
  "POST /organizations/backup_warning",
  "POST /organizations/export",
  "POST /organizations/export/end",
  "POST /organizations/export/state",
  "POST /organizations/mail/try",
  "POST /organizations/push/try",
  "POST /organizations/move",
  "POST /organizations/password",
  "POST /organizations/password_link",
  "POST /organizations/people",
  "POST /organizations/people/add",
  "POST /organizations/people/deactivate",
  "POST /organizations/people/end_logins",
  "POST /organizations/people/erase_again",
  "POST /organizations/people/erased",
  "POST /organizations/people/role",
  "POST /organizations/people/unlock",
  "POST /organizations/reactivate",
  "POST /organizations/rename",
  "POST /organizations/repair",
  "POST /organizations/repair/end",
  "POST /organizations/second_factor/reset",
  "POST /organizations/setup_tries",
  "POST /organizations/stores",
];

const all: readonly Endpoint[] = features.flatMap(({ endpoints = [] }) => endpoints);
const HEADER = "X-Real-IP";
const filled = (path: string) => path.replace(/:\w+_id/g, "1").replace(/:\w+\+?/g, "x");

interface Asked {
  readonly host: string;
  readonly from?: string;
  readonly as?: Person;
  readonly fields?: Record<string, string>;
}

async function ask(route: string, { host, from, as, fields = {} }: Asked): Promise<number> {
  const [method = "", path = ""] = route.split(" ");
  const form = new URLSearchParams(fields);
  const response = await exports.default.fetch(`http://${host}${filled(path)}${method === "GET" ? `?${form}` : ""}`, {
    method,
    redirect: "manual",
    headers: {
      Host: host,
      ...(from !== undefined && { [HEADER]: from }),
      ...(as && { Authorization: `Basic ${btoa(`${as.email}:${as.key}`)}` }),
    },
    ...(method !== "GET" && { body: form }),
  });
  await response.arrayBuffer();
  return response.status;
}
const inApi = (route: string) => route.replace(" ", " /api/v1");
/** Runs `work` with some concurrency, like browsers do. */
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let left = count; left > 0; left -= 25) await Promise.all(Array.from({ length: Math.min(left, 25) }, work));
};
const addressed = (work: () => Promise<void>) => withEnv({ ADDRESS_HEADER: HEADER }, work);

test("[security 15.3] every endpoint and page is rate limited or exempt for a reason, and refusals state the reset time", async () => {
  const { host, iris } = await realm();
  const from = unusedAddress();
  const free: string[] = [];
  /** One more call is allowed every third of a second, so a counted one is refused within a few attempts. */
  const note = async (route: string, call: () => Promise<number>) => {
    for (let tries = 1; tries <= 5; tries++) if ((await call()) === 429) return;
    free.push(route);
  };
  await addressed(async () => {
    await times(200, () => ask("GET /api/v1/users/me", { host, from, as: iris }));
    await times(100, () => ask("GET /api/v1/server_settings", { host, from }));
    await times(100, () => ask("GET /api/v1/realm/subdomain/-", { host, from }));
    await times(1000, () => ask("GET /avatar/x", { host, from, as: iris }));
    const headers = { Host: host, [HEADER]: from, Accept: "text/html" };
    const refused = await exports.default.fetch(`http://${host}/login`, { headers });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    for (const { route, by, internal, limited } of all) {
      if (internal || ELSEWHERE.includes(route)) continue;
      const fields = FIELDS[route];
      const as = by === "anyone" && limited !== false ? {} : { as: iris };
      await note(route, () => ask(inApi(route), { host, from, ...as, ...(fields && { fields }) }));
    }
    for (const { route } of features.flatMap(({ pages = [] }) => pages))
      await note(route, () => ask(route, { host, from }));
  });
  expect([...new Set(free)].sort()).toEqual(Object.keys({ ...FREE, ...FREE_PAGES }).sort());
  const said = all.filter(({ limited, internal }) => limited === false && !internal).map(({ route }) => route);
  expect(said.sort()).toEqual(Object.keys(FREE).sort());
});

test("rate limits use only the last address in X-Forwarded-For, so forged addresses gain no extra calls", async () => {
  const { host } = await realm();
  await withEnv({ ADDRESS_HEADER: "X-Forwarded-For" }, async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 300; n += 1) {
      const headers = { Host: host, "X-Forwarded-For": `203.0.113.${n % 250}, 198.51.100.${n % 7}, 192.0.2.1` };
      statuses.push((await exports.default.fetch(`http://${host}/api/v1/server_settings`, { headers })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(200);
  });
});

test("[security 2.3] all addresses of one IPv6 network share one limit", async () => {
  const { host } = await realm();
  await addressed(async () => {
    let n = 0;
    const next = () => ask("GET /api/v1/server_settings", { host, from: `2001:db8:1:2::${(n++).toString(16)}` });
    await times(100, next);
    expect(await next()).toBe(429);
    expect(await ask("GET /api/v1/server_settings", { host, from: "2001:db8:1:3::1" })).toBe(200);
  });
});

test("an address at its limit doesn't block other addresses, or accounts at the same address", async () => {
  const { host, noah } = await realm();
  await addressed(async () => {
    await times(110, () => ask("GET /api/v1/server_settings", { host, from: "192.0.2.1" }));
    const fields = { username: noah.email, password: PASSWORD };
    expect(await ask("POST /api/v1/fetch_api_key", { host, from: "192.0.2.1", fields })).toBe(429);
    expect(await ask("POST /api/v1/fetch_api_key", { host, from: "192.0.2.2", fields })).toBe(200);
    expect(await ask("GET /api/v1/users/me", { host, from: "192.0.2.1", as: noah })).toBe(200);
  });
});

test("outside organizations, callers with unknown addresses share a higher limit than one known address has", async () => {
  const { host } = await realm();
  const from = unusedAddress();
  await addressed(async () => {
    const asked = (at: { from?: string } = {}) => ask("GET /json/realm/subdomain/:subdomain", { host, ...at });
    await times(110, () => asked());
    expect([await asked(), await asked({ from })]).toEqual([200, 200]);
    await times(110, () => asked({ from }));
    expect(await asked({ from })).toBe(429);
  });
});

test("failed logins are counted separately, so that an account at the same address can continue", async () => {
  const { host, noah } = await realm();
  const from = "192.0.2.1";
  const wrong: Json = { ...noah, key: "a".repeat(32) };
  await addressed(async () => {
    await times(100, () => ask("GET /api/v1/users/me", { host, from, as: wrong }));
    expect(await ask("GET /api/v1/users/me", { host, from, as: wrong })).toBe(429);
    expect(await ask("GET /api/v1/events", { host, from, as: wrong })).toBe(429);
    expect(await ask("GET /api/v1/users/me", { host, from, as: noah })).toBe(200);
    expect(await ask("GET /api/v1/server_settings", { host, from })).toBe(200);
    expect(await ask("GET /api/v1/users/me", { host, from: "192.0.2.2", as: wrong })).toBe(401);
  });
});

test("anonymous calls are counted on a host without an organization too", async () => {
  const host = `vacant-${crypto.randomUUID().slice(0, 8)}.localhost`;
  const [from, other] = [unusedAddress(), unusedAddress()];
  await addressed(async () => {
    await times(100, () => ask("GET /api/v1/server_settings", { host, from }));
    expect(await ask("GET /api/v1/server_settings", { host, from })).toBe(429);
    expect(await ask("GET /api/v1/users/me", { host, from })).toBe(429);
    expect(await ask("GET /api/v1/server_settings", { host, from: other })).toBe(200);
    expect(await ask("GET /health", { host, from })).toBe(200);
  });
});

test("responses state the limit in X-RateLimit-Limit", async () => {
  const { host } = await realm();
  await addressed(async () => {
    const free = await exports.default.fetch(`http://${host}/api/v1/realm/subdomain/-`, {
      headers: { Host: host, [HEADER]: "192.0.2.77" },
    });
    expect(free.headers.get("X-RateLimit-Limit")).toBe("100");
  });
});
