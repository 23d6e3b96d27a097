import { expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { makeChannel } from "../../../support/channels.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { givePermission } from "../../../support/groups.ts";
import { addPasskey, codeOf, logIn, logInWithPasskey, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { visitPage } from "../../../support/mail.ts";
import { advanceClock, withEnv } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { comeIn } from "../../messages/outside-links/support.ts";
import { headingOf, verified } from "../sso-login/with-provider.ts";
import { entryOf, fieldsOf, whoIs, withServices } from "./with-connection.ts";

const pathOf = ({ id }: { id?: number }) => `/realm/login_connections/${id}`;
const BY_OTHERS_FIRST = "Let people log in by other ways first.";

test("[security 3.15] [security 19.6] a connection can be the only login once an owner has used it, and then blocks all others", () =>
  withServices(async (world) => {
    const { iris, noah, owner, other, host, connect, enter } = world;
    const first = await connect();
    const second = await connect({ name: "Bolt" }, other);
    const device = await logIn(host, noah.email, PASSWORD);
    const passkey = await addPasskey(device);
    const passkeyOfOwner = await addPasskey(owner);
    const only = async (value: boolean) => (await owner.ask("PATCH", pathOf(first), { only: value })).body;
    const refusal = "An owner must have logged in by this connection first.";
    expect((await only(true)).msg).toBe(refusal);
    await enter(verified(noah.email, { sub: "noah" }), first);
    await enter(verified(iris.email, { sub: "iris" }), second);
    expect((await only(true)).msg).toBe(refusal);
    await enter(verified(iris.email, { sub: "iris" }), first);
    const [events] = await eventsDuring([noah], async () => void expect((await only(true)).result).toBe("success"));
    expect(events).toMatchObject([{ type: "realm", op: "update_dict" }]);
    expect((await entryOf(world, "sso.connection_changed")).details).toMatchObject({
      only: { before: false, after: true },
    });
    const stranger = new Person(host, "", "");
    const told = await stranger.ok(stranger.get("/server_settings"));
    expect(Object.values(told.authentication_methods)).not.toContain(true);
    expect(told).toMatchObject({ email_auth_enabled: false, external_authentication_methods: [{ name: "sso_1" }] });
    const [, page = ""] = (await (await visitPage(host, "/login/")).text()).split("<body>");
    expect(page).toContain("Log in with Acme");
    expect(page).not.toMatch(/type="password"|Bolt/i);
    expect(page).toContain("<summary>Owners can also use a passkey</summary>");
    const [, reset = ""] = (await (await visitPage(host, "/accounts/password/reset/")).text()).split("<body>");
    expect(reset).toContain("Passwords are turned off here. Log in another way.");
    expect(reset).toContain("Log in with Acme");
    const password = { username: iris.email, password: OWNER_PASSWORD };
    expect((await stranger.post("/fetch_api_key", password)).body.code).toBe("PASSWORD_AUTH_DISABLED");
    expect((await new Browser(host).ask("POST", "/login", password)).body.code).toBe("PASSWORD_AUTH_DISABLED");
    const dev = await stranger.post("/dev_fetch_api_key", { username: iris.email });
    expect(dev.body.msg).toBe("DevAuthBackend not enabled.");
    expect((await stranger.post("/password_reset", { email: iris.email })).body.code).toBe("PASSWORD_AUTH_DISABLED");
    const byService = (await enter(verified(noah.email, { sub: "noah" }), first)).browser;
    for (const one of [device, byService]) {
      expect((await one.ask("POST", "/users/me/device_link")).body.msg).toContain("comes from a login service");
    }
    const withPasskey = await logInWithPasskey(new Browser(host), passkey);
    expect(withPasskey.body.code).toBe("LOGIN_METHOD_DISABLED");
    expect((await logInWithPasskey(new Browser(host), passkeyOfOwner)).body).toMatchObject({ user_id: iris.id });
    const { page: refused } = await enter(verified(iris.email, { sub: "iris" }), second);
    expect(await headingOf(refused)).toEqual([401, "Bolt login is turned off"]);
    expect(await whoIs((await enter(verified(noah.email, { sub: "noah" }), first)).browser)).toBe(noah.id);
    expect((await only(false)).result).toBe("success");
    expect((await byService.ask("POST", "/users/me/device_link")).body.msg).toContain("comes from a login service");
    await logIn(host, noah.email, PASSWORD);
  }));

test("[security 29.6] the only login ends links for people outside, unless an owner has allowed them", () =>
  withServices(async ({ iris, omar, owner, host, connect, enter }) => {
    const connection = await connect();
    await enter(verified(iris.email, { sub: "iris" }));
    const channel_id = await makeChannel(iris, "studio", [iris, omar]);
    const opened = async () => (await omar.ok(omar.post("/outside_links", { channel_id, max_people: 9 }))).url;
    const only = (value: boolean) => succeeds(owner.ask("PATCH", pathOf(connection), { only: value }));
    const url = await opened();
    const ana = await comeIn(host, url);
    await only(true);
    await until(async () => expect((await ana.ask("GET", "/users/me")).status).toBe(401));
    expect((await new Browser(host).fetch("GET", new URL(url).pathname)).status).toBe(404);
    expect((await omar.post("/outside_links", { channel_id })).body.msg).toContain("An owner must first allow links");
    const { outside_links } = await omar.ok(omar.get("/outside_links"));
    expect(outside_links).toMatchObject([{ end_reason: "creator" }]);

    await only(false);
    await givePermission(iris, "can_create_outside_links_group", "role:members");
    const allowed = await opened();
    await only(true);
    expect((await new Browser(host).fetch("GET", new URL(allowed).pathname)).status).toBe(200);
    await opened();
  }));

test("[security 19.6] a password login in progress cannot finish with its code after a connection became the only login", () =>
  withServices(async ({ iris, noah, owner, host, connect, enter }) => {
    const first = await connect();
    await enter(verified(iris.email, { sub: "iris" }), first);
    const { secret } = await setUpSecondFactor(await logIn(host, noah.email, PASSWORD));
    const browser = new Browser(host);
    const { login_ticket } = (await browser.ask("POST", "/login", { username: noah.email, password: PASSWORD })).body;
    await succeeds(owner.ask("PATCH", pathOf(first), { only: true }));
    const step = await browser.ask("POST", "/login/second_factor", { login_ticket, code: codeOf(secret) });
    expect(step.body.code).toBe("PASSWORD_AUTH_DISABLED");
    expect(browser.cookies.get("sessionid")).toBeUndefined();
  }));

test("[security 19.7] the only login cannot be deleted or get new credentials, and owners cannot unlink it", () =>
  withServices(async ({ iris, owner, connect, enter, provider, other }) => {
    const { id } = await connect();
    await enter(verified(iris.email));
    const change = async (fields: object) => (await owner.ask("PATCH", pathOf({ id }), fields)).body;
    expect((await change({ only: true, client_id: "another" })).msg).toContain("An owner must have logged in");
    expect((await change({ only: true })).result).toBe("success");
    for (const fields of [{ client_secret: "another secret" }, { client_id: "x" }, { issuer: other.issuer }]) {
      expect((await change(fields)).msg).toBe(BY_OTHERS_FIRST);
    }
    expect((await owner.ask("DELETE", pathOf({ id }))).body.msg).toBe(BY_OTHERS_FIRST);
    const { external_logins } = await succeeds(owner.ask("GET", "/users/me/external_logins"));
    const unlink = await owner.ask("DELETE", `/users/me/external_logins/${external_logins[0].id}`);
    expect(unlink.body.msg).toBe("This is your only way to log in.");
    // A login from before the change of credentials doesn't count.
    await change({ only: false });
    await advanceClock(iris, 2000);
    await change({ client_secret: "another secret" });
    await change({ client_secret: fieldsOf(provider).client_secret });
    expect((await change({ only: true })).msg).toContain("An owner must have logged in");
    await enter(verified(iris.email));
    expect((await change({ only: true })).result).toBe("success");
  }));

test("while the provider is down, owners can allow other logins, and change settings that do not need it", () =>
  withServices(async (world) => {
    const { iris, noah, owner, host, connect, enter, provider } = world;
    const path = pathOf(await connect());
    await enter(verified(iris.email));
    const change = async (fields: object) => (await owner.ask("PATCH", path, fields)).body;
    expect((await change({ only: true })).result).toBe("success");
    const passkey = await addPasskey(owner);
    provider.become({ fault: "down" });
    const withPasskey = new Browser(host);
    expect((await logInWithPasskey(withPasskey, passkey)).body).toMatchObject({ user_id: iris.id });
    const asked = provider.asked.length;
    await succeeds(withPasskey.ask("PATCH", path, { name: "Acme 2", only: false }));
    await logIn(host, noah.email, PASSWORD);
    for (const fields of [{ domains: ["acme.example"] }, { trust_email: true }, { sign_up: false }])
      expect((await change(fields)).result).toBe("success");
    expect(provider.asked.length).toBe(asked);
    const own = fieldsOf(provider);
    const asks = [{ issuer: own.issuer }, { client_id: "another" }, { client_secret: own.client_secret }];
    for (const fields of [...asks, { scope: "openid" }, { only: true }, {}])
      expect((await change(fields)).msg, JSON.stringify(fields)).toContain("No OpenID Connect service answers");
    expect((await iris.ok(iris.get("/realm/login_connections"))).login_connections).toMatchObject([
      { name: "Acme 2", client_id: "parley", only: false },
    ]);
  }));

test("[security 19.8] the operator's command allows all logins again", async () => {
  const setup_token = "the token";
  await withServices(async (world) => {
    const { iris, owner, connect, enter, host } = world;
    const { id } = await connect();
    await enter(verified(iris.email));
    await succeeds(owner.ask("PATCH", pathOf({ id }), { only: true }));
    await withEnv({ SETUP_TOKEN: setup_token }, async () => {
      const operator = new Person(host, "", "");
      const ask = (token: string) =>
        operator.post("/organizations/any_login", { subdomain: host.split(".")[0], setup_token: token });
      expect((await ask("a wrong one")).status).not.toBe(200);
      expect(await operator.ok(ask(setup_token))).toMatchObject({ changed: 1 });
      expect(await operator.ok(ask(setup_token))).toMatchObject({ changed: 0 });
    });
    expect(await entryOf(world, "sso.connection_changed")).toMatchObject({ actor: { type: "operator" } });
    await logIn(host, iris.email, OWNER_PASSWORD);
  });
});
