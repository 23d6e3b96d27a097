import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { authenticateGrant } from "../../../../src/features/assistants/oauth-grants/oauth-grants.ts";
import { hashAccessToken } from "../../../../src/rpc/credentials.ts";
import { consent, ledBack, letIn, registerClient } from "../../../support/assistants.ts";
import { Browser } from "../../../support/browser.ts";
import { logIn } from "../../../support/log-in.ts";
import { advanceClock, inRealm } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";

const MINUTE_MS = 60_000;
const page = (host: string, path: string, init: RequestInit = {}) =>
  exports.default.fetch(`http://${host}${path}`, {
    redirect: "manual",
    ...init,
    headers: { Host: host, ...init.headers },
  });

test("serves the metadata of the resource and its authorization server", async () => {
  const { host } = await realm();
  const origin = `http://${host}`;
  for (const [path, resource] of [
    ["", "/mcp"],
    ["/mcp", "/mcp"],
    ["/mcp/research", "/mcp/research"],
  ]) {
    const answer = await page(host, `/.well-known/oauth-protected-resource${path}`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    expect(await answer.json()).toMatchObject({
      resource: origin + resource,
      authorization_servers: [origin],
      scopes_supported: ["read"],
      resource_documentation: `${origin}/help/connect#assistants`,
    });
  }
  for (const name of ["oauth-authorization-server", "openid-configuration"]) {
    expect(await (await page(host, `/.well-known/${name}`)).json()).toMatchObject({
      issuer: origin,
      token_endpoint: `${origin}/oauth/token`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  }
  const before = await page(host, "/.well-known/oauth-authorization-server", { method: "OPTIONS" });
  expect(before.headers.get("access-control-allow-headers")).toContain("MCP-Protocol-Version");
  expect(before.headers.get("access-control-allow-origin")).toBe("*");
});

test("exchanges a code for tokens, and a refresh token for new ones", async () => {
  const { host, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host);
  const back = await consent(browser, client, { scopes: ["read", "read:direct"] });
  expect(back.status).toBe(303);
  const { code = "", state, iss } = ledBack(back);
  expect({ state, iss }).toEqual({ state: "some state", iss: `http://${host}` });
  const { status, body, headers } = await client.exchange(code);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(body).toEqual({
    access_token: expect.stringMatching(/^pma_[\w-]{43}$/),
    refresh_token: expect.stringMatching(/^pmr_[\w-]{65}$/),
    token_type: "Bearer",
    expires_in: 3600,
    scope: "read read:direct",
  });
  const next = await client.refresh(body.refresh_token);
  expect(next.status).toBe(200);
  expect(next.body.refresh_token).not.toBe(body.refresh_token);
  // The response may have been lost, so the same successor is returned for a minute.
  const again = await client.refresh(body.refresh_token);
  expect(again.body.refresh_token).toBe(next.body.refresh_token);
  expect((await client.refresh(next.body.refresh_token)).status).toBe(200);
});

test("[security 25.3] narrows a token to the requested scopes, and returns all of them on a later refresh", async () => {
  const { host, noah } = await realm();
  const { client, refresh } = await letIn(host, noah.email, { scopes: ["write", "read:direct"] });
  const fewer = (await client.refresh(refresh, { scope: "read" })).body;
  expect(fewer.scope).toBe("read");
  const scopesOfToken = (token: string) =>
    inRealm(noah, (one) => [
      ...(authenticateGrant(one, { by: "grant", tokenHash: hashAccessToken(token, "mcp") }).grant?.scopes ?? []),
    ]);
  expect(await scopesOfToken(fewer.access_token)).toEqual(["read"]);
  expect((await client.refresh(fewer.refresh_token, { scope: "files" })).body.error).toBe("invalid_scope");
  const all = (await client.refresh(fewer.refresh_token)).body;
  expect((await scopesOfToken(all.access_token)).sort()).toEqual(["read", "read:direct", "write"]);
});

test("[security 25.1] revokes the grant of a refresh token that is reused after its minute", async () => {
  const { host, iris, noah } = await realm();
  const { client, refresh } = await letIn(host, noah.email);
  const { body } = await client.refresh(refresh);
  await advanceClock(iris, MINUTE_MS + 1000);
  expect(await client.refresh(refresh)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect(await client.refresh(body.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("[security 25.1] refuses a refresh token of another client or resource, and keeps it valid for its own", async () => {
  const { host, noah } = await realm();
  const { client, refresh } = await letIn(host, noah.email);
  const other = await registerClient(host);
  for (const [fields, error] of [
    [{ client_id: other.id }, "invalid_grant"],
    [{ client_id: "pmc_none" }, "invalid_client"],
    [{ resource: `http://${host}/mcp/research` }, "invalid_target"],
  ] as const) {
    expect((await client.refresh(refresh, fields)).body).toMatchObject({ error });
  }
  const unnamed = { grant_type: "refresh_token", refresh_token: refresh };
  const body = new URLSearchParams(unnamed);
  const response = await exports.default.fetch(`http://${host}/oauth/token`, { method: "POST", body });
  expect([response.status, await response.json()]).toMatchObject([401, { error: "invalid_client" }]);
  expect((await client.refresh(refresh)).status).toBe(200);
});

test("[security 25.1] revokes the grant of a code that is used twice", async () => {
  const { host, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host);
  const { code = "" } = ledBack(await consent(browser, client));
  const { body } = await client.exchange(code);
  expect(await client.exchange(code)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect(await client.refresh(body.refresh_token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});

test("[security 25.1] refuses a code with another verifier, redirect, resource or client, or after a minute", async () => {
  const { host, iris, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host);
  const other = await registerClient(host);
  const fresh = async () => ledBack(await consent(browser, client))["code"] ?? "";
  const wrong = { status: 400, body: { error: "invalid_grant" } };
  expect(await client.exchange(await fresh(), { code_verifier: "x".repeat(43) })).toMatchObject(wrong);
  expect(await client.exchange(await fresh(), { redirect_uri: "https://client.example/other" })).toMatchObject(wrong);
  expect(await client.exchange(await fresh(), { resource: `http://${host}/mcp/research` })).toMatchObject({
    body: { error: "invalid_target" },
  });
  expect(await client.exchange(await fresh(), { client_id: other.id })).toMatchObject(wrong);
  expect(await client.exchange(await fresh(), { client_id: "pmc_none" })).toMatchObject({
    status: 401,
    body: { error: "invalid_client" },
  });
  const late = await fresh();
  await advanceClock(iris, MINUTE_MS);
  expect(await client.exchange(late)).toMatchObject(wrong);
});

test("[security 25.2] does not redirect for an unknown client or redirect URI", async () => {
  const { host, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host);
  for (const more of [{ client_id: "pmc_none" }, { redirect_uri: "https://evil.example/" }] as const) {
    const answer = await browser.fetch("GET", "/oauth/authorize", client.request(more), { Accept: "text/html" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("location")).toBeNull();
    const sent = await consent(browser, client, { request: more });
    expect(sent.status).toBe(400);
    expect(sent.headers.get("location")).toBeNull();
  }
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "http://client.example/callback",
  "https://me@client.example/",
  "https://client.example/#x",
  "vbscript:x",
  "https://a.example;script-src'x'/",
  "https://*/callback",
  "https://[::1]/callback",
  "ms-msdt:/id%20PCWDiagnostic",
  "search-ms:query=x",
  "chrome://settings",
  "jar:https://client.example/x!/y",
  "feed:javascript:alert(1)",
])("[security 25.2] refuses to register a client with the redirect %s", async (redirect) => {
  const { host } = await realm();
  await expect(registerClient(host, { redirect })).rejects.toThrow("invalid_redirect_uri");
});

test("accepts any port of a loopback redirect, but no other difference", async () => {
  const { host, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host, { redirect: "http://127.0.0.1:33418/callback" });
  const to = (redirect_uri: string) => consent(browser, client, { request: { redirect_uri } });
  expect((await to("http://127.0.0.1:51000/callback")).headers.get("location")).toMatch(
    /^http:\/\/127\.0\.0\.1:51000\/callback\?code=/,
  );
  expect((await to("http://127.0.0.1:33418/other")).status).toBe(400);
  expect((await to("http://localhost:33418/callback")).status).toBe(400);
});

test("redirects to the client with access_denied and the issuer when the user declines", async () => {
  const { host, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host);
  expect(ledBack(await consent(browser, client, { decision: "deny" }))).toEqual({
    error: "access_denied",
    state: "some state",
    iss: `http://${host}`,
  });
});

test("[security 25.2] shows the consent page only after a login, and refuses forms of other sites", async () => {
  const { host, noah } = await realm();
  const client = await registerClient(host);
  const stranger = await new Browser(host).fetch("GET", "/oauth/authorize", client.request(), { Accept: "text/html" });
  expect(stranger.headers.get("location")).toMatch(/^\/login\/\?next=%2Foauth%2Fauthorize%3F/);
  const browser = await logIn(host, noah.email, PASSWORD);
  browser.cookies.set("csrftoken", "");
  expect((await consent(browser, client)).status).not.toBe(303);
});

test("[security 25.2] requires a recent login for write scopes", async () => {
  const { host, iris, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host);
  await advanceClock(iris, 16 * MINUTE_MS);
  const refused = await consent(browser, client, { scopes: ["write"] });
  expect(refused.status).toBe(403);
  expect((await consent(browser, client, { scopes: ["read"] })).status).toBe(303);
});

test("[security 25.2] shows the client's name and redirect host, with writing unchecked, on a page that cannot be framed", async () => {
  const { host, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const client = await registerClient(host, { name: "Cl\u202eaude", redirect: "http://localhost:7777/oauth/callback" });
  const request = client.request({ scope: "read write" });
  const answer = await browser.fetch("GET", "/oauth/authorize", request, { Accept: "text/html" });
  const text = await answer.text();
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(answer.headers.get("content-security-policy")).toContain("form-action 'self' http://localhost:7777");
  expect(text).toContain("Cl aude");
  expect(text).toContain("localhost:7777");
  expect(text).toContain("A program on this computer");
  expect(text).toMatch(/value="read" checked/);
  expect(text).toMatch(/value="write">/);
});
