import { SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "vitest";
import { issueDesktopToken } from "../../../../src/features/people/sso-login/tickets.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import { Browser } from "../../../support/browser.ts";
import { askFromPage, type EventStream } from "../../../support/event-stream.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import type { LoginProvider } from "../../../support/login-provider.ts";
import { advanceClock, inRealm, waitingPolls, withConfig } from "../../../support/object.ts";
import { PASSWORD } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { verified } from "../sso-login/with-provider.ts";
import { entryOf, type World, whoIs, withServices } from "./with-connection.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
let made = 0;

/** The claims of a logout token. */
const claimsOf = (more: Json = {}): Json => {
  made += 1;
  return { sub: "1", jti: `logout ${made}`, events: { [EVENT]: {} }, ...more };
};

const send = ({ host }: World, logout_token: string, id = "sso_1") =>
  new Person(host, "", "").post(`/external_login/${id}/logout`, { logout_token });

const signed = (provider: LoginProvider, claims: Json = {}, how = {}) =>
  provider.sign(claimsOf(claims), { typ: "logout+jwt", ...how });

const isOut = async (browser: Browser) => (await browser.ask("GET", "/users/me")).status === 401;

/** The browser of a user who logged in through the connection, in a given session of the provider. */
async function enteredWith({ enter, noah }: World, sid: string, login: Json = {}): Promise<Browser> {
  const { browser } = await enter(verified(noah.email, { claims: { sid }, ...login }));
  expect(await isOut(browser)).toBe(false);
  return browser;
}

test("[security 19.10] a provider's session logout ends only the sessions that began with it, including polls and streams", () =>
  withServices(async (world) => {
    const { noah, provider, connect } = world;
    const { id, backchannel_logout_uri } = await connect();
    expect(backchannel_logout_uri).toBe(`http://${world.host}/api/v1/external_login/sso_1/logout`);
    const [one, other] = [await enteredWith(world, "A"), await enteredWith(world, "B")];
    const byPassword = await logIn(world.host, noah.email, PASSWORD);
    const queue = async () => (await succeeds(one.ask("POST", "/register", { event_types: ["message"] }))).queue_id;
    const headers = { Origin: `http://${world.host}` };
    const { stream } = await askFromPage(one, { queue_id: await queue(), last_event_id: -1 }, headers);
    const waiting = await waitingPolls(noah);
    const poll = one.ask("GET", "/events", { queue_id: await queue(), last_event_id: -1 });
    await until(async () => expect(await waitingPolls(noah)).toBe(waiting + 1));
    expect((await send(world, await signed(provider, { sid: "A" }))).status).toBe(200);
    expect((await (stream as EventStream).closed).code).toBe(4401);
    expect((await poll).status).toBe(401);
    expect(await isOut(one)).toBe(true);
    expect([await isOut(other), await isOut(byPassword)]).toEqual([false, false]);
    await noah.ok(noah.get("/users/me"));
    expect(await entryOf(world, "login.ended")).toMatchObject({
      actor: { type: "login_connection", id, name: "Acme" },
      entity: { type: "user", id: `${noah.id}` },
      details: { sessions: 1 },
    });
  }));

test("[security 19.10] a logout token that names only the user ends all their sessions from that provider", () =>
  withServices(async (world) => {
    const { mia, provider, connect } = world;
    await connect();
    const own = [await enteredWith(world, "A"), await enteredWith(world, "B")];
    const others = await enteredWith(world, "C", { sub: "2", email: mia.email });
    const byPassword = await logIn(world.host, world.noah.email, PASSWORD);
    expect((await send(world, await signed(provider))).status).toBe(200);
    expect(await Promise.all(own.map(isOut))).toEqual([true, true]);
    expect([await isOut(others), await isOut(byPassword)]).toEqual([false, false]);
    // Another user's provider session ends nothing.
    expect((await send(world, await signed(provider, { sid: "C" }))).status).toBe(200);
    expect(await isOut(others)).toBe(false);
    expect((await send(world, await signed(provider, { sub: undefined, sid: "C" }))).status).toBe(200);
    expect(await isOut(others)).toBe(true);
  }));

test("[security 19.11] a logout token is accepted once", () =>
  withServices(async (world) => {
    await world.connect();
    const token = await signed(world.provider);
    expect((await send(world, token)).status).toBe(200);
    const browser = await enteredWith(world, "A");
    expect((await send(world, token)).body).toMatchObject({ result: "error", reason: "used" });
    expect(await isOut(browser)).toBe(false);
  }));

const now = () => Math.floor(Date.now() / 1000);
const SECRET = new TextEncoder().encode("the secret of the client");

const refused: Readonly<Record<string, (provider: LoginProvider) => Promise<string> | string>> = {
  "a bad signature": (provider) => signed(provider, {}, { forged: true }),
  "no signature": ({ issuer }) =>
    new UnsecuredJWT({ iss: issuer, aud: "parley", ...claimsOf() }).setIssuedAt().encode(),
  "a signature by the client's secret": ({ issuer }) =>
    new SignJWT({ iss: issuer, aud: "parley", iat: now(), exp: now() + 100, ...claimsOf() })
      .setProtectedHeader({ alg: "HS256" })
      .sign(SECRET),
  "another issuer": (provider) => signed(provider, { iss: "https://evil.example" }),
  "another audience": (provider) => signed(provider, { aud: "another client" }),
  "an expiry in the past": (provider) => signed(provider, { exp: now() - 60 }),
  "no expiry": (provider) => signed(provider, { exp: undefined }),
  "an issue time an hour ago": (provider) => signed(provider, { iat: now() - 3600 }),
  "an issue time in the future": (provider) => signed(provider, { iat: now() + 600 }),
  "no issue time": (provider) => signed(provider, { iat: undefined }),
  "a nonce, as an ID token has": (provider) => signed(provider, { nonce: "x" }),
  "no events": (provider) => signed(provider, { events: undefined }),
  "another event": (provider) => signed(provider, { events: { "https://example.com/event": {} } }),
  "an event that isn't an object": (provider) => signed(provider, { events: { [EVENT]: true } }),
  "neither user nor session": (provider) => signed(provider, { sub: undefined }),
  "no id": (provider) => signed(provider, { jti: undefined }),
  "another type": (provider) => signed(provider, {}, { typ: "at+jwt" }),
  "something other than a token": () => "nothing",
};

test("[security 19.11] a logout token with another issuer or audience, outside its validity, or not for a logout is refused", () =>
  withServices(async (world) => {
    await world.connect();
    const browser = await enteredWith(world, "A");
    for (const [what, make] of Object.entries(refused)) {
      const { status, body } = await send(world, await make(world.provider));
      expect([status, body.msg], what).toEqual([400, "Invalid logout_token"]);
    }
    expect(await isOut(browser)).toBe(false);
    expect((await send(world, await signed(world.provider), "sso_9")).status).toBe(404);
    expect((await send(world, await signed(world.provider))).status).toBe(200);
  }));

test("[security 19.11] a logout token is accepted if its issuer differs by a trailing slash", () =>
  withServices(async (world) => {
    const { provider, connect } = world;
    await connect({ issuer: `${provider.issuer}/` });
    const browser = await enteredWith(world, "A");
    expect((await send(world, await signed(provider, { sid: "A", iss: "https://other.example" }))).status).toBe(400);
    expect((await send(world, await signed(provider, { sid: "A" }))).status).toBe(200);
    expect(await isOut(browser)).toBe(true);
  }));

test("an IP address that sends too many bad logout tokens is rate-limited", () =>
  withServices(async (world) => {
    await world.connect();
    const statuses = new Set<number>();
    for (let n = 0; n < 301; n++) statuses.add((await send(world, "nothing")).status);
    expect([...statuses]).toEqual([400, 429]);
  }));

test("logging out redirects to the provider's logout", () =>
  withServices(async (world) => {
    const { owner, host, connect, provider } = world;
    const { id } = await connect();
    const browser = await enteredWith(world, "A");
    const { next } = await succeeds(browser.ask("POST", "/logout"));
    expect(next).toMatch(/^\/accounts\/logout\/sso_1\/\?ticket=\w{32}$/);
    expect(await isOut(browser)).toBe(true);
    const page = await browser.fetch("GET", next);
    const address = new URL(page.headers.get("location") ?? "");
    expect([page.status, address.origin + address.pathname]).toEqual([303, `${provider.issuer}/end`]);
    const { id_token_hint, ...fields } = Object.fromEntries(address.searchParams);
    expect(fields).toEqual({ client_id: "parley", post_logout_redirect_uri: `http://${host}/login/` });
    expect(JSON.parse(atob(id_token_hint?.split(".")[1] ?? ""))).toMatchObject({ sub: "1", sid: "A" });
    expect((await browser.fetch("GET", next)).headers.get("location")).toBe("/login/");
    const form = await enteredWith(world, "B");
    const left = await form.fetch("POST", "/accounts/logout/", { csrfmiddlewaretoken: form.csrf });
    expect([left.status, left.headers.get("refresh")]).toEqual([
      200,
      expect.stringMatching(/^0;url=\/accounts\/logout\/sso_1\//),
    ]);
    expect(left.headers.get("clear-site-data")).not.toBeNull();
    await succeeds(owner.ask("PATCH", `/realm/login_connections/${id}`, { service_logout: false }));
    const another = await enteredWith(world, "C");
    expect(await succeeds(another.ask("POST", "/logout"))).toMatchObject({ next: "/login/" });
    const byPassword = await logIn(host, world.noah.email, PASSWORD);
    expect(await succeeds(byPassword.ask("POST", "/logout"))).toMatchObject({ next: "/login/" });
  }));

test("a provider's token kept after logging out is deleted when the account is deactivated", () =>
  withServices(async (world) => {
    const { iris, noah, connect } = world;
    await connect();
    await succeeds((await enteredWith(world, "A")).ask("POST", "/logout"));
    const kept = () =>
      inRealm(iris, ({ sql }) => [...sql.exec("SELECT login FROM login_tickets WHERE login NOT NULL")]);
    expect((await kept()).length).toBe(1);
    await iris.ok(iris.delete(`/users/${noah.id}`));
    expect(await kept()).toEqual([]);
  }));

test("logging out works locally if the operator's key for the provider's token is missing", () =>
  withServices(async (world) => {
    const { iris, noah, provider, connect } = world;
    await connect();
    let browser = new Browser(world.host);
    let app = "";
    await withConfig(iris, { secretsKeys: ["a key of the operator, long enough"] }, async () => {
      browser = await enteredWith(world, "A");
      const login = { issuer: provider.issuer, subject: "1" };
      app = await inRealm(iris, (realm) =>
        realm.change(() => issueDesktopToken(realm, toUserId(noah.id), { app: "app", login })),
      );
    });
    expect(app.length).toBeGreaterThan(15);
    const other = await enteredWith(world, "B");
    expect((await send(world, await signed(provider, { sid: "B" }))).status).toBe(200);
    expect(await isOut(other)).toBe(true);
    const { next } = await succeeds(browser.ask("POST", "/logout"));
    expect(next).toMatch(/^\/accounts\/logout\/sso_1\//);
    expect(await isOut(browser)).toBe(true);
    const page = await browser.fetch("GET", next);
    expect(new URL(page.headers.get("location") ?? "").searchParams.get("id_token_hint")).toBeNull();
  }));

test("[security 19.12] the time of a login is the provider's auth_time, but never in the future", () =>
  withServices(async (world) => {
    const { iris, connect, enter } = world;
    await connect();
    const logins: Browser[] = [];
    for (const auth_time of [Date.now(), now() + 86_400 * 365, 1e300]) {
      const { browser } = await enter(verified(iris.email, { sub: "iris", claims: { auth_time } }));
      expect(await whoIs(browser)).toBe(iris.id);
      logins.push(browser);
    }
    await advanceClock(iris, 3_600_000);
    for (const browser of logins) {
      const { body } = await browser.ask("PATCH", "/realm/login_connections/1", { name: "Acme 2" });
      expect(body.code).toBe("FRESH_LOGIN_REQUIRED");
    }
  }));

test("[security 19.12] a login counts as recent only if it is recent at the provider too, when that reports auth_time", () =>
  withServices(async (world) => {
    const { iris, host, connect, enter, provider } = world;
    await connect();
    const login = (auth_time?: number) => verified(iris.email, { sub: "iris", claims: auth_time ? { auth_time } : {} });
    const change = async (browser: Browser) =>
      (await browser.ask("PATCH", "/realm/login_connections/1", { name: `Acme ${made++}` })).body;
    const long = now() - 3600;
    const { browser } = await enter(login(long));
    expect(await whoIs(browser)).toBe(iris.id);
    expect((await change(browser)).code).toBe("FRESH_LOGIN_REQUIRED");
    const again = async (auth_time?: number) => {
      provider.become(login(auth_time));
      const fresh = new Browser(host);
      const begun = await fresh.fetch("GET", "/accounts/login/social/sso_1?fresh=true");
      const address = new URL(begun.headers.get("location") ?? "");
      expect(address.searchParams.get("prompt")).toBe("login");
      expect(address.searchParams.get("max_age")).toBe("900");
      const { pathname, search } = provider.authorize(address);
      return { fresh, page: await fresh.fetch("GET", pathname + search) };
    };
    const stale = await again(long);
    expect([stale.page.status, [...stale.fresh.cookies.keys()]]).toEqual([401, []]);
    expect(await stale.page.text()).toContain("/accounts/login/social/sso_1?fresh=true&amp;next=/accounts/logged_in");
    expect((await change((await again(now() - 5)).fresh)).result).toBe("success");
    // A provider that doesn't report it is assumed to have asked.
    expect((await change((await again()).fresh)).result).toBe("success");
  }));
