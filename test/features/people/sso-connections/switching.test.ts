import { expect, test } from "vitest";
import { readLoginProviders } from "../../../../src/config/login-providers.ts";
import { Browser } from "../../../support/browser.ts";
import { succeeds } from "../../../support/log-in.ts";
import { visitPage } from "../../../support/mail.ts";
import { withConfig } from "../../../support/object.ts";
import type { Json } from "../../../support/person.ts";
import { Person } from "../../../support/person.ts";
import { carriedToken, desktopApp, headingOf, verified } from "../sso-login/with-provider.ts";
import { entryOf, type World, whoIs, withServices } from "./with-connection.ts";

const CONNECTIONS = "/realm/login_connections";
const PAD = "0".repeat(64);

const change = async ({ owner }: World, { id }: Json, fields: Json): Promise<Json> =>
  (await owner.ask("PATCH", `${CONNECTIONS}/${id}`, fields)).body;

const offered = async ({ host }: World): Promise<string[]> => {
  const stranger = new Person(host, "", "");
  const told = await stranger.ok(stranger.get("/server_settings"));
  return told.external_authentication_methods.map(({ name }: Json) => name);
};

test("[security 19.15] a disabled connection admits no one, but keeps its sessions and can still end them", () =>
  withServices(async (world) => {
    const { noah, host, connect, enter, provider } = world;
    const connection = await connect();
    const session = await enter(verified(noah.email, { claims: { sid: "A" } }));
    const begun = new Browser(host);
    provider.become(verified(noah.email));
    const service = (await begun.fetch("GET", "/accounts/login/social/sso_1")).headers.get("location") ?? "";
    const { app, query } = await desktopApp(world, PAD, "sso_1");
    const forApp = new Browser(host);
    const asked = (await forApp.fetch("GET", `/accounts/login/social/sso_1${query}`)).headers.get("location") ?? "";
    const answered = provider.authorize(asked);
    const token = await carriedToken(await forApp.fetch("GET", answered.pathname + answered.search), PAD);

    expect((await change(world, connection, { enabled: false })).result).toBe("success");
    expect((await entryOf(world, "sso.connection_changed")).details).toEqual({
      enabled: { before: true, after: false },
    });
    expect(await offered(world)).toEqual([]);
    expect(await (await visitPage(host, "/login/")).text()).not.toContain("Log in with Acme");
    const off = [401, "Acme login is turned off"];
    expect(await headingOf((await enter(verified(noah.email))).page)).toEqual(off);
    const back = provider.authorize(service);
    expect(await headingOf(await begun.fetch("GET", back.pathname + back.search))).toEqual(off);
    expect([...begun.cookies.keys()]).not.toContain("sessionid");
    const { external_logins } = await noah.ok(noah.get("/users/me/external_logins"));
    expect(external_logins).toMatchObject([{ provider: "sso_1", name: "Acme", works: false }]);
    expect((await noah.post("/users/me/external_logins", { provider: "sso_1" })).status).not.toBe(200);
    expect((await app.fetch("GET", `/accounts/login/subdomain/${token}`)).status).toBe(404);

    expect(await whoIs(session.browser)).toBe(noah.id);
    const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
    const logout_token = await provider.sign({ sub: "1", sid: "A", jti: "1", events }, { typ: "logout+jwt" });
    await noah.ok(new Person(host, "", "").post("/external_login/sso_1/logout", { logout_token }));
    expect((await session.browser.ask("GET", "/users/me")).status).toBe(401);

    expect((await change(world, connection, { enabled: true })).result).toBe("success");
    expect(await offered(world)).toEqual(["sso_1"]);
    expect(await whoIs((await enter(verified(noah.email))).browser)).toBe(noah.id);
  }));

test("[security 19.15] the only login cannot be disabled, and a disabled one cannot become it", () =>
  withServices(async (world) => {
    const { iris, connect, enter } = world;
    const connection = await connect();
    await enter(verified(iris.email));
    expect((await change(world, connection, { enabled: false, only: true })).result).toBe("error");
    await change(world, connection, { enabled: false });
    expect((await change(world, connection, { only: true })).msg).toBe(
      "A connection that is switched off can't be the only login.",
    );
    expect((await change(world, connection, { enabled: true, only: true })).result).toBe("success");
    expect((await change(world, connection, { enabled: false })).msg).toBe("Let people log in by other ways first.");
    await change(world, connection, { only: false });
    expect((await change(world, connection, { enabled: false })).result).toBe("success");
    const { login_connections } = await iris.ok(iris.get(CONNECTIONS));
    expect(login_connections).toMatchObject([{ enabled: false, only: false }]);
  }));

test("[security 19.15] an owner's last way to log in cannot be disabled", () =>
  withServices(async (world) => {
    const { iris, connect, enter, other } = world;
    const first = await connect();
    const second = await connect({ name: "Bolt" }, other);
    await enter(verified(iris.email, { sub: "iris" }), first);
    const operators = { id: "theirs", name: "Theirs", issuer: "https://theirs.example", client_id: "x" };
    const providers = readLoginProviders(JSON.stringify([{ ...operators, client_secret: "a secret of theirs" }]));
    await withConfig(iris, { ...providers, devLogin: false }, async () => {
      await iris.ok(iris.patch("/realm", { authentication_methods: { Email: false, "OpenID Connect": true } }));
      expect((await change(world, first, { enabled: false })).msg).toContain("An owner must have logged in");
      expect(await offered(world)).toEqual(["theirs", "sso_1", "sso_2"]);
      await enter(verified(iris.email, { sub: "iris" }), second);
      expect((await change(world, first, { enabled: false })).result).toBe("success");
      expect(await offered(world)).toEqual(["theirs", "sso_2"]);
    });
  }));

test("owners can sort the providers on the login page", () =>
  withServices(async (world) => {
    const { iris, omar, owner, host, connect, other } = world;
    const [first, second] = [await connect(), await connect({ name: "Bolt" }, other)];
    const put = (order: unknown) => owner.ask("PATCH", CONNECTIONS, { order });
    for (const wrong of [[second.id], [first.id, first.id], [first.id, second.id, 3], "x"])
      expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await omar.patch(CONNECTIONS, { order: [2, 1] })).status).toBe(400);
    expect((await iris.patch(CONNECTIONS, { order: [2, 1] })).body.code).toBe("FRESH_LOGIN_REQUIRED");
    expect(await offered(world)).toEqual(["sso_1", "sso_2"]);
    await succeeds(put([second.id, first.id]));
    expect(await offered(world)).toEqual(["sso_2", "sso_1"]);
    const page = await (await visitPage(host, "/login/")).text();
    expect(page.indexOf("Log in with Bolt")).toBeLessThan(page.indexOf("Log in with Acme"));
    const entry = await entryOf(world, "sso.connection_changed");
    expect(entry).toMatchObject({
      entity: { type: "organization" },
      details: { order: { before: [1, 2], after: [2, 1] } },
    });
    await succeeds(put([second.id, first.id]));
    expect((await entryOf(world, "sso.connection_changed")).id).toBe(entry.id);
    await succeeds(owner.ask("DELETE", `${CONNECTIONS}/${second.id}`));
    const third = await connect({ name: "Core" }, other);
    expect(await offered(world)).toEqual(["sso_1", third.provider]);
  }));
