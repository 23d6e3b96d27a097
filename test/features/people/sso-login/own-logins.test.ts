import { describe, expect, test } from "vitest";
import type { Browser } from "../../../support/browser.ts";
import { addPasskey, logIn, succeeds } from "../../../support/log-in.ts";
import { mailsTo } from "../../../support/mail.ts";
import { advanceClock, withConfig } from "../../../support/object.ts";
import { PASSWORD } from "../../../support/organization.ts";
import type { Json } from "../../../support/person.ts";
import { headingOf, newBrowser, verified, type World, withProvider } from "./with-provider.ts";

const MINUTE = 60_000;

const loginsOf = async (browser: Browser): Promise<Json[]> =>
  (await succeeds(browser.ask("GET", "/users/me/external_logins"))).external_logins;

/** Starts linking the logged-in user's account, and returns from the provider. */
async function linkIn({ provider, visit }: World, browser: Browser): Promise<Response> {
  const { url } = await succeeds(browser.ask("POST", "/users/me/external_logins", { provider: "example" }));
  return visit(browser, provider.authorize(new URL(url)));
}

/** The browser of a user who joined through the provider, and has no password. */
async function joined(world: World): Promise<Browser> {
  await world.iris.ok(world.iris.patch("/realm", { invite_required: false }));
  const browser = newBrowser(world);
  await world.logIn(browser, verified("nia@example.com", { sub: "nia" }));
  await browser.fetch("POST", "/complete/example/", { full_name: "Nia" });
  return browser;
}

const ONLY_WAY = "This is your only way to log in.";

describe("a logged-in user", () => {
  test("[security 9.5] can link a provider login with any address, and log in with it", () =>
    withProvider(async (world) => {
      const { host, noah, iris } = world;
      const browser = await logIn(host, noah.email, PASSWORD);
      world.provider.become({ sub: "elsewhere", email: "nobody@elsewhere.example" });
      const page = await linkIn(world, browser);
      expect([page.status, page.headers.get("location")]).toEqual([302, "/#settings/login-security"]);
      expect(await loginsOf(browser)).toMatchObject([{ provider: "example", name: "Example", works: true }]);
      expect((await mailsTo(iris, noah.email))[0].text).toContain("You can log in with Example");
      const other = newBrowser(world);
      await world.logIn(other, { sub: "elsewhere" });
      expect((await succeeds(other.ask("GET", "/users/me"))).user_id).toBe(noah.id);
      const again = await browser.ask("POST", "/users/me/external_logins", { provider: "example" });
      expect([again.status, again.body.msg]).toEqual([
        400,
        "Your account is linked to Example already. Unlink it first.",
      ]);
      expect((await browser.ask("POST", "/users/me/external_logins", { provider: "none" })).status).toBe(404);
    }));

  test("cannot link a login of another account", () =>
    withProvider(async (world) => {
      const { host, noah, mia } = world;
      await world.logIn(newBrowser(world), verified(mia.email, { sub: "mia" }));
      const browser = await logIn(host, noah.email, PASSWORD);
      expect(await headingOf(await linkIn(world, browser))).toEqual([401, "This login is already linked"]);
      expect(await loginsOf(browser)).toEqual([]);
    }));

  test("links nothing after the session has ended, even if another user logs in on that browser", () =>
    withProvider(async (world) => {
      const { host, noah, mia, provider } = world;
      const browser = await logIn(host, noah.email, PASSWORD);
      const { url } = await succeeds(browser.ask("POST", "/users/me/external_logins", { provider: "example" }));
      await succeeds(browser.ask("POST", "/logout"));
      await browser.ask("POST", "/login", { username: mia.email, password: PASSWORD });
      provider.become(verified(mia.email, { sub: "mia" }));
      const page = await world.visit(browser, provider.authorize(new URL(url)));
      expect(await headingOf(page)).toEqual([400, "This login started somewhere else"]);
      expect(await loginsOf(browser)).toEqual([]);
    }));

  test("[security 9.2] needs a recent login to add or remove a link", () =>
    withProvider(async (world) => {
      const { host, iris, noah } = world;
      const browser = newBrowser(world);
      await world.logIn(browser, verified(noah.email));
      const [login] = await loginsOf(browser);
      await advanceClock(iris, 15 * MINUTE);
      const path = `/users/me/external_logins/${login?.["id"]}`;
      for (const refused of [
        await browser.ask("DELETE", path),
        await browser.ask("POST", "/users/me/external_logins", { provider: "example" }),
        await noah.delete(path),
      ]) {
        expect([refused.status, refused.body.code]).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
      }
      await succeeds((await logIn(host, noah.email, PASSWORD)).ask("DELETE", path));
      expect(await loginsOf(browser)).toEqual([]);
    }));

  test("[security 9.5] can remove only their own link, gets an email, and can link again by address", () =>
    withProvider(async (world) => {
      const { host, iris, noah, mia } = world;
      const browser = newBrowser(world);
      await world.logIn(browser, verified(noah.email, { sub: "stranger" }));
      const [login] = await loginsOf(browser);
      const path = `/users/me/external_logins/${login?.["id"]}`;
      expect((await (await logIn(host, mia.email, PASSWORD)).ask("DELETE", path)).status).toBe(404);
      await succeeds(browser.ask("DELETE", path));
      expect(await loginsOf(browser)).toEqual([]);
      const letters = (await mailsTo(iris, noah.email, 2)).map(({ text }: Json) => text).join();
      expect(letters).toContain("You can log in with Example");
      expect(letters).toContain("You can't log in with Example anymore");
      expect((await world.logIn(newBrowser(world), verified(noah.email, { sub: "noah" }))).status).toBe(302);
    }));
});

describe("the last way to log in cannot be removed", () => {
  test("[security 9.12] if it is a link while passwords are disabled", () =>
    withProvider(async (world) => {
      const { iris } = world;
      const browser = newBrowser(world);
      await world.logIn(browser, verified(iris.email));
      await succeeds(browser.ask("PATCH", "/realm", { authentication_methods: { Email: false } }));
      const [login] = await loginsOf(browser);
      const end = () => browser.ask("DELETE", `/users/me/external_logins/${login?.["id"]}`);
      expect((await end()).body.msg).toBe(ONLY_WAY);
      expect(await loginsOf(browser)).toHaveLength(1);
      await addPasskey(browser);
      await succeeds(end());
      const [key] = (await succeeds(browser.ask("GET", "/users/me/passkeys"))).passkeys;
      expect((await browser.ask("DELETE", `/users/me/passkeys/${key.id}`)).body.msg).toBe(ONLY_WAY);
    }));

  test("[security 9.12] if it is a link without a password on a server without email", () =>
    withProvider(async (world) => {
      const browser = await joined(world);
      const [login] = await loginsOf(browser);
      const end = () => browser.ask("DELETE", `/users/me/external_logins/${login?.["id"]}`);
      await withConfig(world.iris, { mail: "none" }, async () => {
        expect((await end()).body.msg).toBe(ONLY_WAY);
      });
      await succeeds(end());
    }));
});
