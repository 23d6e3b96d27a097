import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { withoutOrganization } from "../../../../src/html-pages/no-organization-page.ts";
import { withEnv } from "../../../support/object.ts";
import { Person } from "../../../support/person.ts";

const newHost = () => `f${crypto.randomUUID().slice(0, 8)}.localhost`;

const OWNER = { name: "Harbour", full_name: "Iris", email: "iris@example.com", password: "correct horse" };

async function send(host: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields);
  const answer = await exports.default.fetch(`http://${host}/new/`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { accept: "text/html", ...headers },
  });
  return { answer, text: await answer.text() };
}

const open = (host: string, language = "en") =>
  exports.default.fetch(`http://${host}/new/`, {
    headers: { accept: "text/html", "accept-language": language },
    redirect: "manual",
  });

test("the form creates the organization, and opens it with its owner logged in", async () => {
  const host = newHost();
  const form = await (await open(host)).text();
  expect(form).toContain(host);
  expect(form).not.toContain("setup_token");

  const { answer } = await send(host, OWNER);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const me = await exports.default.fetch(`http://${host}/json/users/me`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ full_name: "Iris", is_owner: true });
  const keys = await exports.default.fetch(`http://${host}/json/users/me/api_keys`, { headers: { cookie } });
  expect(await keys.json()).toMatchObject({ api_keys: [] });

  const again = await open(host);
  expect([again.status, again.headers.get("location")]).toEqual([303, "/"]);
});

test.each([
  ["de-CH, de;q=0.9", "de", null],
  ["en-GB", "en", true],
  ["en-US", "en", null],
  ["nl", "en", null],
] as const)("the organization and its owner get the language of the browser: %s", async (language, spoken, clock) => {
  const host = newHost();
  expect((await send(host, OWNER, { "accept-language": language })).answer.status).toBe(303);
  const stranger = new Person(host, "", "");
  const login = { username: OWNER.email, password: OWNER.password };
  const { api_key } = await stranger.ok(stranger.post("/fetch_api_key", login));
  const owner = new Person(host, OWNER.email, api_key);
  const told = await owner.ok(owner.post("/register", { fetch_event_types: ["user_settings", "realm"] }));
  expect(told.realm_default_language).toBe(spoken);
  expect(told.user_settings).toMatchObject({ default_language: spoken, twenty_four_hour_time: clock });
});

test("the form shows errors above the fields, and keeps all input except secrets", async () => {
  const host = newHost();
  const { answer, text } = await send(host, { ...OWNER, email: "iris" });
  expect(answer.status).toBe(400);
  expect(text).toContain('role="alert"');
  expect(text).toContain('value="Harbour"');
  expect(text).not.toContain(OWNER.password);
  expect((await send(host, { name: "Harbour" })).text).toContain("Fill in every field.");
});

test("the form asks for the setup token if there is one", async () => {
  const host = newHost();
  await withEnv({ SETUP_TOKEN: "known to the operator" }, async () => {
    expect(await (await open(host, "de")).text()).toContain("Einrichtungs-Token");
    const wrong = await send(host, { ...OWNER, setup_token: "guessed" }, { "accept-language": "de" });
    expect([wrong.answer.status, wrong.text]).toEqual([401, expect.stringContaining("Token stimmt nicht")]);
    expect(wrong.text).not.toContain("guessed");
    expect((await send(host, { ...OWNER, setup_token: "known to the operator" })).answer.status).toBe(303);
  });
});

test("the URL printed at startup fills in the setup token, even after a refused attempt", async () => {
  const host = newHost();
  await withEnv({ SETUP_TOKEN: "known" }, async () => {
    const page = await exports.default.fetch(`http://${host}/new/?setup_token=known`);
    expect(await page.text()).toContain('name="setup_token" value="known"');
    expect(page.headers.get("referrer-policy")).toMatch(/no-referrer|same-origin/);
  });
});

test("behind a proxy that drops the port, only a page at the site's port logs the owner in", async () => {
  await withEnv({ SETUP_TOKEN: "known", SITE_URL: "http://localhost:9991" }, async () => {
    for (const [port, count] of [
      // Session, CSRF token, and the cookie that records the account in this browser.
      ["9991", 3],
      ["9992", 0],
    ] as const) {
      const host = newHost();
      const { answer } = await send(host, { ...OWNER, setup_token: "known" }, { origin: `http://${host}:${port}` });
      expect([port, answer.status, answer.headers.getSetCookie().length]).toEqual([port, 303, count]);
    }
  });
});

test("the form explains how to set a setup token if a publicly reachable server has none", async () => {
  await withEnv({ SETUP_TOKEN: "", OPEN_CREATION: "" }, async () => {
    const page = await open(newHost());
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining("SETUP_TOKEN")]);
  });
});

test("pages of other sites can't create an organization on a user's own machine", async () => {
  const { answer } = await send(newHost(), OWNER, { origin: "https://evil.example" });
  expect(answer.status).toBe(403);
});

test("only an empty server redirects to the form", async () => {
  const lead = (any: boolean | undefined) =>
    withoutOrganization({ language: "en", ask: async () => (any === undefined ? undefined : { any }) });
  const empty = await lead(false);
  expect([empty.status, empty.headers.get("location")]).toEqual([303, "/new/"]);
  expect((await lead(true)).status).toBe(404);
  expect((await lead(undefined)).status).toBe(404);
});
