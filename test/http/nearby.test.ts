import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config/config.ts";
import { features } from "../../src/features.ts";
import { withEnv } from "../support/object.ts";
import { realm } from "../support/organization.ts";

const config = readConfig(env);
const nearby = features
  .flatMap(({ endpoints = [] }) => endpoints)
  .filter((endpoint) => endpoint.loopbackOnly?.(config))
  .map(({ route }) => route);

async function ask(route: string, host: string, origin?: string) {
  const [method = "", path = ""] = route.split(" ");
  const { status, headers } = await exports.default.fetch(`http://${host}${path}`, {
    method,
    headers: { Host: host, ...(origin !== undefined && { Origin: origin }) },
    ...(method === "POST" && { body: new URLSearchParams() }),
  });
  return { status, cors: headers.get("Access-Control-Allow-Origin"), cookies: headers.getSetCookie() };
}
const inApi = (route: string) => route.replace(" ", " /api/v1");

test("the privileged endpoints of a development server are local-only", () => {
  const expected = [
    ...["POST /dev_fetch_api_key", "GET /dev/mail", "POST /organizations", "POST /organizations/move"],
    ...["POST /organizations/check/files", "POST /organizations/check/identity", "POST /organizations/check/rows"],
    ...[
      "POST /organizations/delete",
      "POST /organizations/list",
      "POST /organizations/put_back",
      "POST /organizations/repair",
      "POST /organizations/repair/end",
      "POST /organizations/stores",
    ],
    ...["POST /organizations/export", "POST /organizations/export/end", "POST /organizations/export/state"],
  ];
  expect(nearby.filter((route) => !route.includes("/testing/")).sort()).toEqual(expected.sort());
  const hooks = features.flatMap(({ name, endpoints = [] }) => (name === "testing" ? endpoints : []));
  expect(nearby.filter((route) => route.includes("/testing/")).sort()).toEqual(hooks.map(({ route }) => route).sort());
});

test("pages of other sites can neither call nor read local-only endpoints", async () => {
  const { host } = await realm();
  for (const route of [...nearby.map(inApi), "GET /dev/mail"]) {
    for (const origin of ["https://evil.example", "null", `http://evil.${host}`, `http://${host}:81`]) {
      expect(await ask(route, host, origin), `${route} from ${origin}`).toEqual({
        status: 403,
        cors: null,
        cookies: [],
      });
    }
    const own = await ask(route, host, `http://${host}`);
    expect([own.status === 403, own.cors], route).toEqual([false, null]);
    expect((await ask(route, host)).cors, route).toBeNull();
  }
});

test("[security 14.6] local-only endpoints are refused under any other Host", async () => {
  for (const route of [...nearby.map(inApi), "GET /dev/mail"]) {
    for (const host of ["evil.example", "localhost.evil.example", "192.0.2.7:9991"]) {
      expect((await ask(route, host, `http://${host}`)).status, `${route} at ${host}`).toBe(403);
    }
  }
});

test("[security 14.7] local-only endpoints are open to other machines only if configured, but never to pages of other sites", async () => {
  await withEnv({ UNSAFE_EXPOSED: "1" }, async () => {
    expect((await ask("GET /api/v1/dev/mail", "192.0.2.7:9991")).status).not.toBe(403);
    expect((await ask("GET /api/v1/dev/mail", "192.0.2.7:9991", "https://evil.example")).status).toBe(403);
  });
});

test("other origins get the normal refusal if no local-only endpoint is open", async () => {
  const { host } = await realm();
  await withEnv({ DEV_LOGIN: "", OPEN_CREATION: "", SETUP_TOKEN: "known to the operator" }, async () => {
    const { status, cors } = await ask("POST /api/v1/organizations", host, "https://client.example");
    expect([status, cors]).toEqual([400, "*"]);
  });
});

test("other origins can read the API and files, but no pages", async () => {
  const { host } = await realm();
  const read = async (route: string) => (await ask(route, host, "https://client.example")).cors;
  for (const route of [
    ...["GET /api/v1/server_settings", "POST /api/v1/fetch_api_key", "GET /api/v1/nowhere", "OPTIONS /api/v1/messages"],
    ...["GET /user_uploads/1/a/b.txt", "GET /user_avatars/1/x.png", "GET /avatar/1", "GET /static/emoji.json"],
  ]) {
    expect(await read(route), route).toBe("*");
  }
  for (const route of [
    ...[
      "GET /json/server_settings",
      "OPTIONS /json/messages",
      "GET /help/connect",
      "GET /login",
      "POST /accounts/login",
    ],
    ...["GET /join/abc", "GET /accounts/confirm_new_email/abc", "GET /health", "GET /nowhere", "OPTIONS /login"],
  ]) {
    expect(await read(route), route).toBeNull();
  }
});
