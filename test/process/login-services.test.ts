import { afterAll, beforeAll, expect, test } from "vitest";
import { launchOn, makeData, removeData, type Server } from "./support/launch.ts";
import { CLIENT, OpenIdService } from "./support/openid-service.ts";
import { type Json, ownerOf, type Person } from "./support/person.ts";
import { until } from "./support/processes.ts";
import { Traveller } from "./support/traveller.ts";

// One server with two login services for all tests: each creates its own users.
const [acme, bolt] = [new OpenIdService(), new OpenIdService()];
const data = makeData();
const admin = new Traveller();
let server: Server;
let owner: Person;
let crew = 0;

beforeAll(async () => {
  await Promise.all([acme.listen(), bolt.listen()]);
  const args = ["--allow-private-hosts", `${acme.host},${bolt.host}`, "--rate-limits", "off"];
  server = await launchOn({ data, args }).running();
  owner = await ownerOf(server);
  const password = server.password ?? "";
  expect((await admin.ask(server.url, "POST", "/login", { username: owner.email, password })).status).toBe(200);
  crew = (await owner.ok(owner.post("/user_groups/create", { name: "crew", description: "", members: [] }))).group_id;
  for (const [number, service] of [acme, bolt].entries()) {
    const addresses = addressesOf(number + 1);
    await service.serve(addresses);
    const rules = {
      ...{ scope: "openid email profile groups", role_claim: "groups", group_claim: "groups" },
      role_rules: [{ value: "boss", role: "administrator" }],
      group_rules: [{ value: "crew", group_id: crew }],
    };
    const { body } = await admin.ask(server.url, "POST", "/realm/login_connections", {
      ...{ name: `Service ${number + 1}`, issuer: service.issuer, ...CLIENT, ...rules },
    });
    expect(body).toMatchObject({ result: "success", login_connection: addresses });
  }
});

/** URLs to register at a login service. */
const addressesOf = (number: number) => ({
  redirect_uri: `${server.url}/complete/sso_${number}/`,
  backchannel_logout_uri: `${server.url}/api/v1/external_login/sso_${number}/logout`,
  post_logout_redirect_uri: `${server.url}/login/`,
});

afterAll(async () => {
  acme.stop();
  bolt.stop();
  await removeData(data);
});

/** A user with an account here and at a login service. */
async function member(name: string, service: OpenIdService, groups: readonly string[] = []) {
  const { id, email } = await owner.invite(name);
  service.people.set(name, { email, name, groups });
  return { id, name, email };
}

/** Logs in with a login service, in a browser that may already have a session there. */
async function enter(name: string, service: OpenIdService, browser = new Traveller(), query = "") {
  service.next = name;
  const page = await browser.open(`${server.url}/accounts/login/social/sso_${service === acme ? 1 : 2}${query}`);
  return { browser, page };
}

const me = (browser: Traveller) => browser.ask(server.url, "GET", "/users/me");

test("users log in with each service, whose claims grant and revoke roles and groups", async () => {
  const ann = await member("Ann", acme, ["boss", "crew"]);
  const bea = await member("Bea", bolt);
  const { browser } = await enter(ann.name, acme);
  expect((await me(browser)).body).toMatchObject({ user_id: ann.id, role: 200 });
  const members = async () =>
    (await owner.ok(owner.get(`/user_groups/${crew}/members`, { direct_member_only: true }))).members;
  expect(await members()).toEqual([ann.id]);
  expect((await me((await enter(bea.name, bolt)).browser)).body).toMatchObject({ user_id: bea.id, role: 400 });
  acme.people.set(ann.name, { email: ann.email, name: ann.name, groups: [] });
  expect((await me((await enter(ann.name, acme)).browser)).body).toMatchObject({ user_id: ann.id, role: 400 });
  expect(await members()).toEqual([]);
  const { entries } = await owner.ok(owner.get("/audit_log", { action: ["user.role_changed"], limit: 2 }));
  expect(entries.map(({ actor, details }: Json) => [actor.name, details.after])).toEqual([
    ["Service 1", "member"],
    ["Service 1", "administrator"],
  ]);
});

test("a logout at the login service ends only that browser's session and its waiting requests", async () => {
  const cid = await member("Cid", acme);
  const [{ browser }, { browser: other }] = [await enter(cid.name, acme), await enter(cid.name, acme)];
  const { queue_id } = (await browser.ask(server.url, "POST", "/register", { event_types: ["message"] })).body;
  const poll = browser.ask(server.url, "GET", "/events", { queue_id, last_event_id: -1 });
  const before = acme.told.length;
  await leave(browser, await browser.open(`${acme.issuer}/session/end`));
  await until("the logout is told", () => acme.told.length > before);
  expect(acme.told.slice(before)).toEqual(["taken"]);
  expect((await poll).status).toBe(401);
  expect((await me(browser)).status).toBe(401);
  expect((await me(other)).status).toBe(200);
});

/** Confirms the logout at a login service if it asks. */
async function leave(browser: Traveller, { text, url }: { text: string; url: URL }) {
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  return browser.open(new URL("/session/end/confirm", url), { xsrf, logout: "yes" });
}

test("a logout redirects to the login service's own logout and back", async () => {
  const dan = await member("Dan", acme);
  const { browser } = await enter(dan.name, acme);
  const { asked } = acme;
  await enter(dan.name, acme, browser);
  expect(acme.asked).toBe(asked);
  const { next } = (await browser.ask(server.url, "POST", "/logout")).body;
  const there = await browser.open(server.url + next);
  expect([there.status, there.url.host]).toEqual([200, acme.host]);
  const back = await leave(browser, there);
  expect([back.status, back.url.href]).toEqual([200, `${server.url}/login/`]);
  expect((await me(browser)).status).toBe(401);
  await enter(dan.name, acme, browser);
  expect(acme.asked).toBe(asked + 1);
});

test("a recent login is requested from the login service, even if the user has a session there", async () => {
  const eve = await member("Eve", acme);
  const { browser } = await enter(eve.name, acme);
  const { asked } = acme;
  const { page } = await enter(eve.name, acme, browser, "?fresh=true&next=/accounts/logged_in");
  expect([page.status, page.url.pathname]).toEqual([200, "/accounts/logged_in"]);
  expect(acme.asked).toBe(asked + 1);
  expect((await browser.ask(server.url, "POST", "/users/me/second_factor")).status).toBe(200);
});

test.each([
  ["audience", { aud: "another client" }],
  ["nonce", { nonce: "of another login" }],
  ["issuer", { iss: "http://127.0.0.1:1" }],
  ["time", { exp: Math.floor(Date.now() / 1000) - 3600 }],
])("an ID token with a wrong %s is rejected, even with a valid signature", async (what, wrong) => {
  const fay = await member(`Fay-${what}`, bolt);
  bolt.wrong = wrong;
  try {
    const { browser, page } = await enter(fay.name, bolt);
    expect([page.status, page.text.includes("Service 2 sent an unexpected answer")]).toEqual([401, true]);
    expect((await me(browser)).status).toBe(401);
  } finally {
    bolt.wrong = {};
  }
  expect((await me((await enter(fay.name, bolt)).browser)).status).toBe(200);
});

test("a login service that replaces its signing key can still log users in, and end their sessions", async () => {
  const [gil, before] = [await member("Gil", bolt), bolt.told.length];
  const { browser: kept } = await enter(gil.name, bolt);
  await bolt.serve(addressesOf(2));
  const { browser } = await enter(gil.name, bolt);
  expect((await me(browser)).body).toMatchObject({ user_id: gil.id });
  await leave(browser, await browser.open(`${bolt.issuer}/session/end`));
  await until("the logout is told", () => bolt.told.length > before);
  expect(bolt.told.slice(before)).toEqual(["taken"]);
  expect([(await me(browser)).status, (await me(kept)).status]).toEqual([401, 200]);
});
