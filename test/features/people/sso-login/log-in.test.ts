import { expect, test, vi } from "vitest";
import { machineClock } from "../../../../src/util/clock.ts";
import type { Json } from "../../../support/person.ts";
import { headingOf, newBrowser, verified, withProvider } from "./with-provider.ts";

test("a user with a verified address is logged in and redirected to the requested page", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    const page = await world.logIn(browser, verified(world.noah.email), "?next=/%23narrow/is/starred");
    expect([page.status, page.headers.get("location")]).toEqual([302, "/#narrow/is/starred"]);
    const { body } = await browser.ask("GET", "/users/me");
    expect(body.user_id).toBe(world.noah.id);
    expect(browser.attributes.get("login")).toContain("Max-Age=0");
  }));

test("[security 6.1, 6.13] an authorization request has state, nonce, PKCE and the organization's own redirect", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    const url = await world.begin(browser, "?choose=true");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "parley",
      response_type: "code",
      redirect_uri: `http://${world.host}/complete/example/`,
      scope: "openid email profile",
      state: expect.stringMatching(/^.{40,}$/),
      nonce: expect.stringMatching(/^.{40,}$/),
      code_challenge: expect.stringMatching(/^.{40,}$/),
      code_challenge_method: "S256",
      prompt: "select_account",
    });
    expect(browser.attributes.get("login")).toBe("Path=/; Max-Age=900; SameSite=Lax; HttpOnly");
    expect(browser.cookies.get("login")).not.toContain(url.searchParams.get("state"));
  }));

test("[security 6.13] a `next` URL on another site redirects to the home page", () =>
  withProvider(async (world) => {
    for (const next of ["https://evil.example/", "//evil.example", "/.//evil.example", `/${"x".repeat(1500)}`]) {
      const page = await world.logIn(
        newBrowser(world),
        verified(world.noah.email),
        `?next=${encodeURIComponent(next)}`,
      );
      expect(page.headers.get("location")).toBe("/");
    }
  }));

test("[security 6.7] a login keeps its account after its address changed, and another login with the old one is refused", () =>
  withProvider(async (world) => {
    const { noah, iris } = world;
    await world.logIn(newBrowser(world), verified(noah.email, { sub: "noah" }));
    const browser = newBrowser(world);
    await world.logIn(browser, verified("noah.new@elsewhere.example", { sub: "noah" }));
    expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
    const other = await world.logIn(newBrowser(world), verified(noah.email, { sub: "another noah" }));
    expect(await headingOf(other)).toEqual([401, "This account belongs to another login"]);
    // Addresses are compared regardless of case, and other users' accounts are not touched.
    const third = newBrowser(world);
    await world.logIn(third, verified(iris.email.toUpperCase(), { sub: "iris" }));
    expect((await third.ask("GET", "/users/me")).body.user_id).toBe(iris.id);
  }));

test("deactivated accounts are refused, even linked ones", () =>
  withProvider(async (world) => {
    const { iris, noah, mia } = world;
    await world.logIn(newBrowser(world), verified(noah.email, { sub: "noah" }));
    for (const { id } of [noah, mia]) await iris.ok(iris.delete(`/users/${id}`));
    for (const login of [verified("x@example.com", { sub: "noah" }), verified(mia.email, { sub: "mia" })]) {
      const browser = newBrowser(world);
      const page = await world.logIn(browser, login);
      expect(await headingOf(page)).toEqual([401, "Your account is deactivated"]);
      expect(browser.cookies.has("sessionid")).toBe(false);
    }
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["login.failed"] }));
    expect(entries.map(({ entity, result, details }: Json) => [entity.id, result, details.reason])).toEqual(
      [mia, noah].map(({ id }) => [String(id), "failed", "deactivated"]),
    );
  }));

test("the audit log records refused external logins, naming the user only if the response is authentic", () =>
  withProvider(async (world) => {
    const { iris, noah } = world;
    await world.logIn(newBrowser(world), { ...verified(noah.email), claims: { nonce: "of another login" } });
    await world.logIn(newBrowser(world), { email: "x@elsewhere.example" });
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["login.failed"] }));
    const [unverified, forged] = entries;
    expect(entries).toHaveLength(2);
    expect(forged).toMatchObject({
      ...{ result: "failed", actor: { type: "anonymous" }, entity: { type: "organization" } },
      details: { method: expect.any(String), reason: "untrusted" },
      context: { ip_address: expect.any(String) },
    });
    expect(unverified.details).toMatchObject({ reason: "unverified", name: "x@elsewhere.example" });
  }));

test("[security 6.6] the address must be verified, but can come from the userinfo endpoint", () =>
  withProvider(async (world) => {
    const { noah } = world;
    for (const login of [{ email: noah.email }, { email: noah.email, email_verified: false }, {}]) {
      const page = await world.logIn(newBrowser(world), login);
      expect(await headingOf(page)).toEqual([401, "Your email address isn't verified"]);
    }
    const userinfo = { sub: "1", email: noah.email, email_verified: true };
    const page = await world.logIn(newBrowser(world), { sub: "1", userinfo });
    expect(page.status).toBe(302);
  }));

test("email_verified in one response does not apply to an address in another", () =>
  withProvider(async (world) => {
    const login = { email_verified: true, userinfo: { sub: "1", email: world.noah.email } };
    const page = await world.logIn(newBrowser(world), login);
    expect(await headingOf(page)).toEqual([401, "Your email address isn't verified"]);
  }));

const UNTRUSTED = [401, "Example sent an unexpected answer"];
const in5 = () => Math.floor(Date.now() / 1000) - 300;

test.each([
  ["a bad signature", { fault: "signature" }],
  ["no nonce", { fault: "no nonce" }],
  ["a wrong nonce", { claims: { nonce: "of another login" } }],
  ["a wrong audience", { claims: { aud: "another client" } }],
  ["a wrong issuer", { claims: { iss: "https://evil.example" } }],
  ["an ID token that has expired", { claims: { exp: in5() } }],
  ["another subject at the userinfo endpoint", { email: undefined, userinfo: { sub: "2", email: "noah@example.com" } }],
  ["no subject", { claims: { sub: "" } }],
] as const)("[security 6.5] an ID token with %s is not trusted", (_, login) =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    const page = await world.logIn(browser, { ...verified(world.noah.email), ...login });
    expect(await headingOf(page)).toEqual(UNTRUSTED);
    expect([...browser.cookies.keys()]).toEqual([]);
  }),
);

test.each([["down"], ["huge"], ["redirect"]] as const)(
  "[security 6.12] a provider whose discovery response is %s gets no redirect",
  (fault) =>
    withProvider(async (world) => {
      world.provider.become({ fault });
      const page = await newBrowser(world).fetch("GET", "/accounts/login/social/example");
      const told = fault === "redirect" ? UNTRUSTED : [503, "Example isn't responding"];
      expect(await headingOf(page)).toEqual(told);
    }),
);

test("a provider that fails during the login is reported, and the login can be restarted", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    const back = world.provider.authorize(await world.begin(browser));
    world.provider.become({ fault: "down" });
    const page = await world.visit(browser, back);
    expect(await headingOf(page)).toEqual([503, "Example isn't responding"]);
    expect((await world.logIn(browser, verified(world.noah.email))).status).toBe(302);
  }));

test("[security 6.2] a response is accepted only in the browser that started the login, and only with its state", () =>
  withProvider(async (world) => {
    world.provider.become(verified(world.noah.email));
    const [one, other] = [newBrowser(world), newBrowser(world)];
    const back = world.provider.authorize(await world.begin(one));
    const elsewhere = [400, "This login started somewhere else"];
    expect(await headingOf(await world.visit(other, back))).toEqual(elsewhere);
    await world.begin(other);
    expect(await headingOf(await world.visit(other, back))).toEqual(elsewhere);
    expect(await headingOf(await world.visit(one, "/complete/example/?code=x&state=y"))).toEqual(elsewhere);
    expect(await headingOf(await world.visit(one, "/complete/example/?code=x"))).toEqual(elsewhere);
    expect((await world.visit(one, back)).status).toBe(302);
  }));

test("[security 6.16] the login cookie is encrypted, and rejected if it was changed", () =>
  withProvider(async (world) => {
    world.provider.become(verified(world.noah.email));
    const browser = newBrowser(world);
    const begun = await world.begin(browser);
    const back = world.provider.authorize(begun);
    const cookie = browser.cookies.get("login") ?? "";
    const parts = cookie.split(".");
    const readable = parts.map((part) => Buffer.from(part, "base64url").toString("latin1")).join("\n") + cookie;
    for (const name of ["state", "nonce"]) {
      expect(begun.searchParams.get(name), name).toMatch(/.{20}/);
      expect(readable).not.toContain(begun.searchParams.get(name));
    }
    for (const [at, part] of parts.entries()) {
      if (part === "") continue;
      const bytes = Buffer.from(part, "base64url");
      bytes.writeUInt8(bytes.readUInt8(0) ^ 1);
      browser.cookies.set("login", parts.with(at, bytes.toString("base64url")).join("."));
      expect((await world.visit(browser, back)).status, `part ${at}`).toBe(400);
    }
    browser.cookies.set("login", cookie);
    expect((await world.visit(browser, back)).status).toBe(302);
  }));

test("[security 6.3] a response is accepted once, even with a copied login cookie", () =>
  withProvider(async (world) => {
    world.provider.become(verified(world.noah.email));
    const browser = newBrowser(world);
    const back = world.provider.authorize(await world.begin(browser));
    const cookie = browser.cookies.get("login") ?? "";
    expect((await world.visit(browser, back)).status).toBe(302);
    const thief = newBrowser(world);
    thief.cookies.set("login", cookie);
    expect(await headingOf(await world.visit(thief, back))).toEqual([400, "This login was already used"]);
    expect(thief.cookies.has("sessionid")).toBe(false);
  }));

test("[security 6.4] a login expires after a time limit, and a canceled one is reported as such", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    const url = await world.begin(browser);
    const state = url.searchParams.get("state");
    const cancelled = await world.visit(browser, `/complete/example/?error=access_denied&state=${state}`);
    expect(await headingOf(cancelled)).toEqual([401, "You didn't log in"]);
    world.provider.become(verified(world.noah.email));
    const back = world.provider.authorize(await world.begin(browser));
    const later = Date.now() + 16 * 60_000;
    const clock = vi.spyOn(machineClock, "milliseconds").mockImplementation(() => later as never);
    try {
      expect(await headingOf(await world.visit(browser, back))).toEqual([400, "That took too long"]);
    } finally {
      clock.mockRestore();
    }
  }));

test("[security 6.2] a login response of one organization is rejected by another", () =>
  withProvider(async (world) => {
    const { realm } = await import("../../../support/organization.ts");
    const other = await realm();
    world.provider.become(verified(world.noah.email));
    const browser = newBrowser(world);
    const back = world.provider.authorize(await world.begin(browser));
    const elsewhere = newBrowser(other);
    elsewhere.cookies.set("login", browser.cookies.get("login") ?? "");
    const page = await elsewhere.fetch("GET", back.pathname + back.search);
    expect(await headingOf(page)).toEqual([400, "This login started somewhere else"]);
  }));

test("[security 6.2] with TLS the login cookie is bound to its host", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world, "https");
    await browser.fetch("GET", "/accounts/login/social/example");
    expect(browser.attributes.get("__Host-login")).toBe("Path=/; Max-Age=900; SameSite=Lax; HttpOnly; Secure");
  }));

test("too many failed logins from one IP address are rate-limited", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    const headers = { "cf-connecting-ip": "192.0.2.77" };
    const fail = () => browser.fetch("GET", "/complete/example/?code=x&state=y", {}, headers);
    for (let n = 0; n < 30; n += 1) expect((await fail()).status).toBe(400);
    expect((await fail()).status).toBe(429);
    const other = { "cf-connecting-ip": "192.0.2.78" };
    expect((await browser.fetch("GET", "/complete/example/?code=x&state=y", {}, other)).status).toBe(400);
  }));

test("an unknown provider returns 404", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    for (const path of ["/accounts/login/social/nothing", "/complete/nothing/?code=x&state=y"]) {
      expect((await browser.fetch("GET", path)).status).toBe(404);
    }
  }));
