import { expect, test } from "vitest";
import { visitPage } from "../../../support/mail.ts";
import { withConfig } from "../../../support/object.ts";
import { Person } from "../../../support/person.ts";
import { headingOf, newBrowser, verified, withProvider } from "./with-provider.ts";

const GERMAN = { "Accept-Language": "de" };

test("[logins 1] /server_settings lists the login methods with their start URLs", () =>
  withProvider(async (world) => {
    const stranger = new Person(world.host, "", "");
    const told = await stranger.ok(stranger.get("/server_settings"));
    expect(told.external_authentication_methods).toEqual([
      {
        name: "example",
        display_name: "Example",
        display_icon: "/static/login/openid.svg",
        login_url: "/accounts/login/social/example",
        signup_url: "/accounts/register/social/example",
      },
    ]);
    expect(told.authentication_methods).toMatchObject({ "openid connect": true, google: false, email: true });
    const icon = await visitPage(world.host, "/static/login/openid.svg");
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    const state = await world.noah.ok(world.noah.post("/register", { fetch_event_types: ["realm"] }));
    expect(state.realm_authentication_methods["OpenID Connect"]).toEqual({ enabled: true, available: true });
  }));

test("the login page has a button for each provider, in both languages", () =>
  withProvider(async (world) => {
    const page = await (await visitPage(world.host, "/login/?next=/%23inbox")).text();
    expect(page).toContain('href="/accounts/login/social/example?next=%2F%23inbox"');
    expect(page).toContain(
      '<img src="/static/login/openid.svg" alt="" width="18" height="18"><span>Log in with Example',
    );
    expect(await (await visitPage(world.host, "/login/", undefined, GERMAN)).text()).toContain("Mit Example anmelden");
    await world.logIn(newBrowser(world), verified(world.iris.email));
    await world.iris.ok(world.iris.patch("/realm", { authentication_methods: { Email: false } }));
    const without = await (await visitPage(world.host, "/login/")).text();
    expect(without).not.toContain('type="password"');
    expect(without).not.toContain("Ask an administrator");
    expect(without).toContain("Log in with Example");
  }));

test("a disabled method returns an error, even for a login in progress", () =>
  withProvider(async (world) => {
    const { iris } = world;
    const browser = newBrowser(world);
    world.provider.become(verified(world.noah.email));
    const back = world.provider.authorize(await world.begin(browser));
    await iris.ok(iris.patch("/realm", { authentication_methods: { "OpenID Connect": false } }));
    const off = [401, "Example login is turned off"];
    expect(await headingOf(await world.visit(browser, back))).toEqual(off);
    expect(await headingOf(await browser.fetch("GET", "/accounts/login/social/example"))).toEqual(off);
    expect(await (await visitPage(world.host, "/login/")).text()).not.toContain("Log in with Example");
    const stranger = new Person(world.host, "", "");
    const told = await stranger.ok(stranger.get("/server_settings"));
    expect(told.external_authentication_methods).toEqual([]);
    expect(told.authentication_methods["openid connect"]).toBe(false);
  }));

test("passwords can be disabled only after an owner has logged in with a remaining method", () =>
  withProvider(async (world) => {
    const { iris, omar } = world;
    const off = () => iris.patch("/realm", { authentication_methods: { Email: false } });
    await withConfig(iris, { devLogin: false }, async () => {
      const refused = (await off()).body;
      expect(refused.msg).toContain("An owner must have logged in by one of the methods that stay on");
      await world.logIn(newBrowser(world), verified(omar.email, { sub: "omar" }));
      expect((await off()).status).toBe(400);
      await world.logIn(newBrowser(world), verified(iris.email, { sub: "iris" }));
      await iris.ok(off());
      const last = (await iris.patch("/realm", { authentication_methods: { "OpenID Connect": false } })).body;
      expect(last.msg).toBe("At least one authentication method must be enabled.");
    });
  }));

test("passwords are enabled again if the provider is removed", () =>
  withProvider(async (world) => {
    const { iris } = world;
    await world.logIn(newBrowser(world), verified(iris.email));
    await iris.ok(iris.patch("/realm", { authentication_methods: { Email: false, Dev: false } }));
    await withConfig(iris, { loginProviders: [] }, async () => {
      const stranger = new Person(world.host, "", "");
      expect((await stranger.ok(stranger.get("/server_settings"))).email_auth_enabled).toBe(true);
      const [login] = (await iris.ok(iris.get("/users/me/external_logins"))).external_logins;
      expect(login).toMatchObject({ works: false, provider: null, issuer: world.provider.issuer });
    });
  }));

test("a provider of another organization is not available", () =>
  withProvider(
    async (world) => {
      const stranger = new Person(world.host, "", "");
      expect((await stranger.ok(stranger.get("/server_settings"))).external_authentication_methods).toEqual([]);
      expect((await newBrowser(world).fetch("GET", "/accounts/login/social/example")).status).toBe(404);
    },
    { organizations: ["elsewhere"] },
  ));

test("an address without email_verified is accepted if the operator trusts the provider", () =>
  withProvider(
    async (world) => {
      expect((await world.logIn(newBrowser(world), { email: world.noah.email })).status).toBe(302);
    },
    { trust_email: true },
  ));

test("a verified address is recognized by Microsoft's own claim", () =>
  withProvider(
    async (world) => {
      const { noah } = world;
      expect((await world.logIn(newBrowser(world), { email: noah.email })).status).toBe(401);
      const login = { email: noah.email, claims: { xms_edov: true } };
      expect((await world.logIn(newBrowser(world), login)).status).toBe(302);
    },
    { preset: "microsoft" },
  ));

test("a GitHub login uses a verified address from GitHub's API, even if the primary one is unverified", () =>
  withProvider(
    async (world) => {
      const { noah, mia } = world;
      const emails = [
        { email: mia.email, verified: false, primary: true },
        { email: noah.email, verified: true, primary: false },
      ];
      const url = await world.begin(newBrowser(world));
      expect([url.pathname, url.searchParams.get("scope"), url.searchParams.get("nonce")]).toEqual([
        "/login/oauth/authorize",
        "read:user user:email",
        null,
      ]);
      const browser = newBrowser(world);
      expect((await world.logIn(browser, { sub: "7", claims: { emails } })).status).toBe(302);
      expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
      const none = await world.logIn(newBrowser(world), { sub: "8", claims: { emails: emails.slice(0, 1) } });
      expect(await headingOf(none)).toEqual([401, "Your email address isn't verified"]);
    },
    { preset: "github" },
  ));
