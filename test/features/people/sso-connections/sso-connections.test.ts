import { afterEach, expect, test, vi } from "vitest";
import { readLoginProviders } from "../../../../src/config/login-providers.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { Browser } from "../../../support/browser.ts";
import { codeOf, logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { visitPage } from "../../../support/mail.ts";
import { changeRealm, tablesOf, withConfig, withEnv } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { answerOutside } from "../../../support/outside.ts";
import { Person } from "../../../support/person.ts";
import { headingOf, verified } from "../sso-login/with-provider.ts";
import { entryOf, fieldsOf, passThrough, whoIs, withServices } from "./with-connection.ts";

const CONNECTIONS = "/realm/login_connections";

afterEach(() => void vi.useRealTimers());

test("[logins 4] an owner connects a provider, and users can log in through it", () =>
  withServices(async (world) => {
    const { noah, host, connect, enter } = world;
    const connection = await connect();
    expect(connection).toEqual({
      ...{ id: 1, provider: "sso_1", name: "Acme", issuer: world.provider.issuer, client_id: "parley", domains: [] },
      ...{
        trust_email: false,
        sign_up: true,
        second_factor: false,
        scope: "openid email profile",
        enabled: true,
        only: false,
      },
      ...{ role_claim: "", role_rules: [], role_otherwise: "member", group_claim: "", group_rules: [] },
      created_at: expect.any(Number),
      redirect_uri: `http://${host}/complete/sso_1/`,
      backchannel_logout_uri: `http://${host}/api/v1/external_login/sso_1/logout`,
      post_logout_redirect_uri: `http://${host}/login/`,
      service_logout: true,
    });
    const stranger = new Person(host, "", "");
    const told = await stranger.ok(stranger.get("/server_settings"));
    expect(told.external_authentication_methods).toEqual([
      {
        ...{ name: "sso_1", display_name: "Acme", display_icon: "/static/login/openid.svg" },
        ...{ login_url: "/accounts/login/social/sso_1", signup_url: "/accounts/register/social/sso_1" },
      },
    ]);
    expect(await (await visitPage(host, "/login/")).text()).toContain("Log in with Acme");
    const { browser, page } = await enter(verified(noah.email));
    expect([page.status, page.headers.get("location")]).toEqual([302, "/"]);
    expect(await whoIs(browser)).toBe(noah.id);
    const { external_logins } = await noah.ok(noah.get("/users/me/external_logins"));
    expect(external_logins).toMatchObject([{ provider: "sso_1", name: "Acme", works: true }]);
  }));

test("[security 19.1] a connection's secrets are encrypted with the operator's key, and unusable without it", () =>
  withServices(async ({ iris, noah, owner, host, connect, enter }) => {
    await withConfig(iris, { secretsKeys: ["a key of the operator, long enough"] }, async () => {
      await connect();
      const [row] = (await tablesOf(iris))["login_connections"] as { client_secret: string; seal_key: string }[];
      for (const stored of [row?.client_secret, row?.seal_key]) expect(stored).toMatch(/^sealed:1:/);
      expect(await whoIs((await enter(verified(noah.email))).browser)).toBe(noah.id);
    });
    const stranger = new Person(host, "", "");
    const told = await stranger.ok(stranger.get("/server_settings"));
    expect(told.external_authentication_methods).toEqual([]);
    const { login_connections } = await iris.ok(iris.get(CONNECTIONS));
    expect(login_connections).toMatchObject([{ name: "Acme" }]);
    const path = `${CONNECTIONS}/${login_connections[0].id}`;
    expect((await owner.ask("PATCH", path, { name: "Acme 2" })).status).toBe(400);
    await succeeds(owner.ask("DELETE", path));
  }));

test("[security 19.1] a connection's secret is never returned, and the audit log shows only that it changed", () =>
  withServices(async (world) => {
    const { iris, owner, connect } = world;
    const { id } = await connect({ client_secret: "a secret to be replaced" });
    expect((await entryOf(world, "sso.connection_created")).entity).toMatchObject({ type: "login_connection" });
    const path = `${CONNECTIONS}/${id}`;
    await succeeds(owner.ask("PATCH", path, { client_secret: "the secret of the client", name: "Acme 2" }));
    const { details } = await entryOf(world, "sso.connection_changed");
    expect(details).toEqual({
      client_secret: "changed",
      name: { before: "Acme", after: "Acme 2" },
    });
    const shown = [
      await iris.ok(iris.get(CONNECTIONS)),
      await iris.ok(iris.get("/audit_log")),
      await iris.ok(iris.post("/register")),
      await iris.ok(iris.get("/server_settings")),
    ].map((answer) => JSON.stringify(answer));
    for (const text of shown) expect(text).not.toMatch(/a secret to be replaced|the secret of the client|seal_key/);
    expect((await world.enter(verified(world.noah.email))).page.status).toBe(302);
  }));

test("[security 19.1] a connection's secret is not sent to another service unless the owner gives it again", () =>
  withServices(async ({ iris, owner, connect, other }) => {
    const { id, issuer } = await connect();
    const move = (fields: object) => owner.ask("PATCH", `${CONNECTIONS}/${id}`, { issuer: other.issuer, ...fields });
    expect((await move({ name: "Acme 2" })).body).toMatchObject({ code: "BAD_REQUEST", var_name: "client_secret" });
    expect((await iris.ok(iris.get(CONNECTIONS))).login_connections).toMatchObject([{ name: "Acme", issuer }]);
    await succeeds(move({ client_secret: fieldsOf(other).client_secret }));
    expect((await iris.ok(iris.get(CONNECTIONS))).login_connections).toMatchObject([{ issuer: other.issuer }]);
    await succeeds(move({ name: "Acme 2" }));
  }));

test("[security 19.2] only an owner with a recent login can create, change and delete connections", () =>
  withServices(async ({ iris, omar, connect, provider }) => {
    await connect();
    const calls = (who: Person) => [
      who.post(CONNECTIONS, fieldsOf(provider)),
      who.patch(`${CONNECTIONS}/1`, { name: "X" }),
      who.delete(`${CONNECTIONS}/1`),
    ];
    for (const { body } of await Promise.all(calls(iris))) expect(body.code).toBe("FRESH_LOGIN_REQUIRED");
    for (const { status } of await Promise.all([...calls(omar), omar.get(CONNECTIONS)])) expect(status).toBe(400);
  }));

test("a URL that is not an OpenID Connect provider, or is in a private network, cannot be connected", () =>
  withServices(async ({ owner, provider, other, iris }) => {
    const add = async (fields: object) =>
      (await owner.ask("POST", CONNECTIONS, { ...fieldsOf(provider), ...fields })).body;
    const refusals = [
      [{ issuer: `${provider.issuer}/elsewhere` }, "No OpenID Connect service answers for"],
      [{ issuer: "http://id.example" }, "it must begin with https://"],
      [{ issuer: "https://10.0.0.1" }, "not a public address"],
      [{ issuer: "https://localhost" }, "not a public address"],
      [{ issuer: "http://127.0.0.1:8080" }, "not a public address"],
      [{ issuer: `${provider.issuer}?x=1` }, "it has no query"],
      [{ client_secret: "short" }, "client_secret"],
      [{ scope: "email" }, "it must have openid"],
      [{ domains: ["nodot"] }, "at least one dot"],
      [{ trust_email: true }, "Name the domains"],
    ] as const;
    for (const [fields, msg] of refusals) expect((await add(fields)).msg, JSON.stringify(fields)).toContain(msg);
    other.become({ fault: "down" });
    expect((await add({ issuer: other.issuer })).msg).toContain("status 503");
    expect((await iris.ok(iris.get(CONNECTIONS))).login_connections).toEqual([]);
  }));

test("[security 19.1] a login is refused if its connection is moved to another service during the token request", () =>
  withServices(async ({ noah, owner, connect, enter, provider, other }) => {
    const connection = await connect();
    answerOutside([new URL(provider.issuer).hostname], async (request) => {
      if (new URL(request.url).pathname === "/token")
        await succeeds(owner.ask("PATCH", `${CONNECTIONS}/${connection.id}`, fieldsOf(other)));
      return provider.respond(request);
    });
    const { browser, page } = await enter(verified(noah.email), connection);
    expect([page.status, [...browser.cookies.keys()]]).toEqual([400, expect.not.arrayContaining(["sessionid"])]);
    expect(await noah.ok(noah.get("/users/me/external_logins"))).toMatchObject({ external_logins: [] });
  }));

test("an organization has at most five connections, with distinct issuers and domains", () =>
  withServices(async ({ owner, connect, other, iris }) => {
    await connect({ domains: ["Acme.example"] });
    const again = await owner.ask("POST", CONNECTIONS, { ...fieldsOf(other), domains: ["acme.example"] });
    expect(again.body.msg).toBe("Another login connection has the domain acme.example.");
    const { issuer } = (await iris.ok(iris.get(CONNECTIONS))).login_connections[0];
    for (const same of [issuer, `${issuer}/`, issuer.replace("https://a", "https://A"), `${issuer}:443`]) {
      const twice = await owner.ask("POST", CONNECTIONS, { ...fieldsOf(other), issuer: same });
      expect(twice.body.msg, same).toBe("Acme has this issuer already.");
    }
    await changeRealm(iris, ({ sql }) => {
      for (let n = 2; n <= limits.organization.login_connections; n++) {
        sql.exec(
          "INSERT INTO login_connections (created_at, client_secret, seal_key, settings) VALUES (1, 'x', 'x', ?)",
          JSON.stringify({ name: `N${n}`, issuer: `https://n${n}.example`, client_id: "x" }),
        );
      }
    });
    const sixth = await owner.ask("POST", CONNECTIONS, fieldsOf(other));
    expect(sixth.body.msg).toBe("An organization can have 5 login connections.");
  }));

test("[security 19.3] unverified addresses are trusted only in the connection's domains, and not by default", () =>
  withServices(async ({ noah, connect, owner, enter }) => {
    const { id } = await connect();
    const unverified = [401, "Your email address isn't verified"];
    expect(await headingOf((await enter({ email: noah.email })).page)).toEqual(unverified);
    await succeeds(owner.ask("PATCH", `${CONNECTIONS}/${id}`, { domains: ["other.example"], trust_email: true }));
    expect(await headingOf((await enter({ email: noah.email })).page)).toEqual(unverified);
    await succeeds(owner.ask("PATCH", `${CONNECTIONS}/${id}`, { domains: ["example.com"] }));
    expect(await whoIs((await enter({ email: noah.email })).browser)).toBe(noah.id);
  }));

test.each(["the name form of a new user", "the code of a second factor"])(
  "[security 19.3] an address that is no longer trusted doesn't complete a login that waits for %s",
  (waitsFor) =>
    withServices(async ({ iris, noah, host, connect, owner, enter }) => {
      await iris.ok(iris.patch("/realm", { invite_required: false }));
      const { id } = await connect({ domains: ["example.com"] });
      const trust = (trust_email: boolean) => succeeds(owner.ask("PATCH", `${CONNECTIONS}/${id}`, { trust_email }));
      const isNew = waitsFor.startsWith("the name");
      const secret = isNew ? "" : (await setUpSecondFactor(await logIn(host, noah.email, PASSWORD))).secret;
      const enterWhile = async (isTrusted: boolean) => {
        await trust(true);
        const { browser, page } = await enter({ email: isNew ? "new@example.com" : noah.email });
        const login_ticket = /name="login_ticket" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
        await trust(isTrusted);
        const fields = isNew ? { full_name: "Nina New" } : { login_ticket, code: codeOf(secret) };
        return browser.fetch("POST", "/complete/sso_1/", fields);
      };
      expect(await headingOf(await enterWhile(false))).toEqual([401, "Your email address isn't verified"]);
      expect((await enterWhile(true)).status).toBe(302);
    }),
);

const in5 = () => Math.floor(Date.now() / 1000) - 300;

test.each([
  ["a bad signature", { fault: "signature" }],
  ["a wrong nonce", { claims: { nonce: "of another login" } }],
  ["a wrong audience", { claims: { aud: "another client" } }],
  ["a wrong issuer", { claims: { iss: "https://evil.example" } }],
  ["an ID token that has expired", { claims: { exp: in5() } }],
] as const)("[security 19.4] a connection's ID token with %s is not trusted", (_, login) =>
  withServices(async ({ noah, connect, enter }) => {
    await connect();
    const { browser, page } = await enter({ ...verified(noah.email), ...login });
    expect(await headingOf(page)).toEqual([401, "Acme sent an unexpected answer"]);
    expect([...browser.cookies.keys()]).toEqual([]);
  }),
);

test("a provider's key rotation does not interrupt logins", () =>
  withServices(async ({ noah, provider, connect, enter }) => {
    await connect();
    expect(await whoIs((await enter(verified(noah.email))).browser)).toBe(noah.id);
    provider.rotateKeys();
    expect(await whoIs((await enter(verified(noah.email))).browser)).toBe(noah.id);
    // Recently fetched keys aren't fetched again immediately, whatever a token requests.
    provider.rotateKeys();
    expect((await enter(verified(noah.email))).page.status).toBe(401);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    expect(await whoIs((await enter(verified(noah.email))).browser)).toBe(noah.id);
  }));

test("[security 19.5] a login response works for no other connection and no other organization", () =>
  withServices(async (world) => {
    const { noah, provider, other, connect, host } = world;
    const first = await connect();
    const second = await connect({ name: "Bolt" }, other);
    provider.become(verified(noah.email));
    const browser = new Browser(host);
    const begun = await browser.fetch("GET", `/accounts/login/social/${first.provider}`);
    const back = provider.authorize(begun.headers.get("location") ?? "");
    const elsewhere = back.pathname.replace(first.provider, second.provider) + back.search;
    expect((await browser.fetch("GET", elsewhere)).status).toBe(400);
    const stranger = new Browser((await realm()).host);
    expect((await passThrough(stranger, provider, first.provider)).status).toBe(404);
  }));

test("a deleted connection admits no one, but an owner's only way to log in cannot be deleted", () =>
  withServices(async ({ iris, noah, owner, connect, enter }) => {
    const { id } = await connect();
    await enter(verified(noah.email));
    await enter(verified(iris.email, { sub: "iris" }));
    await withConfig(iris, { devLogin: false }, async () => {
      await succeeds(owner.ask("DELETE", `${CONNECTIONS}/${id}`));
    });
    const { page } = await enter(verified(noah.email));
    expect(page.status).toBe(404);
    const { external_logins } = await noah.ok(noah.get("/users/me/external_logins"));
    expect(external_logins).toMatchObject([{ provider: null, works: false }]);
  }));

test("an issuer that the operator has already configured is refused", () => {
  const taken = {
    id: "taken",
    name: "Taken",
    issuer: "https://taken.example",
    client_id: "x",
    client_secret: "a secret",
  };
  return withEnv({ LOGIN_PROVIDERS: JSON.stringify([taken]) }, () =>
    withServices(async ({ owner, provider }) => {
      const { body } = await owner.ask("POST", CONNECTIONS, { ...fieldsOf(provider), issuer: taken.issuer });
      expect(body.msg).toBe("Taken has this issuer already.");
    }),
  );
});

test("a connection can still be changed if the operator configures its issuer later", () =>
  withServices(async ({ connect, iris, owner, provider }) => {
    const { id } = await connect();
    const later = provider.entry({ name: "Later", issuer: `${provider.issuer}/` });
    await withConfig(iris, readLoginProviders(JSON.stringify([later])), async () => {
      await succeeds(owner.ask("PATCH", `${CONNECTIONS}/${id}`, { sign_up: false }));
      const { body } = await owner.ask("PATCH", `${CONNECTIONS}/${id}`, { issuer: `${provider.issuer}/` });
      expect(body.msg).toBe("Later has this issuer already.");
    });
  }));
