import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import type { Json, Person } from "../../process/support/person.ts";
import { test } from "../support/browser-test.ts";

/** An assistant's program: serves its documents by path, and the page users are redirected to. */
async function program(): Promise<string> {
  const server = createServer(({ url = "" }, response) => {
    if (url.startsWith("/callback")) return void response.end("You can close this page.");
    const redirect = url === "/script.json" ? "javascript:alert(1)" : `${origin}/callback`;
    const client_id = `${origin}${url === "/other.json" ? "/assistant.json" : url}`;
    const document = { client_id, client_name: "Gull", redirect_uris: [redirect] };
    response.setHeader("content-type", "application/json").end(JSON.stringify(document));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return origin;
}

interface Answer {
  readonly status: number;
  readonly authenticate: string;
  readonly body: Json;
}

/** Sends a request like a program, to an organization whose name only browsers resolve. */
async function ask({ url, host }: Person, path: string, body?: string, headers: object = {}): Promise<Answer> {
  const method = body === undefined ? "GET" : "POST";
  const sent = request(`${url}${path}`, { method, headers: { Host: host, ...headers } });
  sent.end(body);
  const [response] = await once(sent, "response");
  const said = await text(response);
  const authenticate = response.headers["www-authenticate"] ?? "";
  return { status: response.statusCode, authenticate, body: said.startsWith("{") ? JSON.parse(said) : said };
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

test("a user authorizes a program on the consent page, and its tokens work until a refresh token is reused", async ({
  owner,
  open,
}) => {
  const issuer = `http://${owner.host}`;
  const list = (token?: string) =>
    ask(owner, "/mcp", LIST, { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) });
  const stranger = await list();
  expect(stranger.status).toBe(401);
  const [, description = ""] = /resource_metadata="([^"]+)"/.exec(stranger.authenticate) ?? [];
  expect(description.startsWith(issuer)).toBe(true);
  const { resource, authorization_servers } = (await ask(owner, new URL(description).pathname)).body;
  expect(authorization_servers).toEqual([issuer]);
  const server = (await ask(owner, "/.well-known/oauth-authorization-server")).body;
  expect(server.client_id_metadata_document_supported).toBe(true);

  const origin = await program();
  const client_id = `${origin}/assistant.json`;
  const verifier = randomBytes(32).toString("base64url");
  const asked = {
    ...{ client_id, redirect_uri: `${origin}/callback`, response_type: "code", resource, state: "some state" },
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    ...{ code_challenge_method: "S256", scope: "read offline_access" },
  };
  const consentTo = (more: object = {}) =>
    `${new URL(server.authorization_endpoint).pathname}?${new URLSearchParams({ ...asked, ...more })}`;
  const visit = await open(owner, { at: consentTo({ client_id: `${origin}/other.json` }) });
  const { page } = visit;
  visit.expects(/status of 40[01]/);
  await page.getByText("its client_id is another one").waitFor();
  await visit.go(consentTo({ client_id: `${origin}/script.json`, redirect_uri: "javascript:alert(1)" }));
  await page.getByText("redirect_uri").waitFor();
  expect(await page.getByRole("button").count()).toBe(0);

  await visit.go(consentTo());
  await page.getByText(new URL(origin).host, { exact: true }).first().waitFor();
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(1);
  expect(await visit.accessProblems()).toEqual([]);
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${origin}/callback**`);
  const { code = "", state, iss } = Object.fromEntries(new URL(page.url()).searchParams);
  expect({ state, iss }).toEqual({ state: "some state", iss: issuer });

  const token = async (fields: Record<string, string>) =>
    ask(owner, new URL(server.token_endpoint).pathname, String(new URLSearchParams({ client_id, ...fields })), FORM);
  const { redirect_uri } = asked;
  const first = await token({
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri,
    resource,
  });
  expect(first.body).toMatchObject({ token_type: "Bearer", scope: "read" });
  expect((await list(first.body.access_token)).body.result.tools.length).toBeGreaterThan(3);

  const advance = (advance_ms: number) => owner.ok(owner.post("/testing/clock", { advance_ms }));
  await advance(3_601_000);
  const late = await list(first.body.access_token);
  expect([late.status, late.authenticate]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
  const renew = { grant_type: "refresh_token", refresh_token: first.body.refresh_token };
  const second = await token(renew);
  expect((await list(second.body.access_token)).status).toBe(200);
  await advance(61_000);
  expect(await token(renew)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect((await list(second.body.access_token)).status).toBe(401);
});
