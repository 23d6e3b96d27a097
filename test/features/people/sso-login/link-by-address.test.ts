import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { freshly } from "../../../support/freshly.ts";
import { addPasskey, changeUser, codeOf, logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { withConfig } from "../../../support/object.ts";
import { PASSWORD } from "../../../support/organization.ts";
import { Person } from "../../../support/person.ts";
import { newBrowser, verified, type World, withProvider } from "./with-provider.ts";

const VICTIM = "victim@example.com";
const OTHER = "somebody else's password";
const whoIs = async (browser: Browser) => (await browser.ask("GET", "/users/me")).body.user_id;
const statusOf = async (person: Person) => (await person.get("/users/me")).status;

/** Joins with someone else's address, as is possible on a server without email, and adds every kind of login. */
async function squat({ host, iris }: World) {
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse"));
  const form = { email: VICTIM, full_name: "Vic Tim", password: OTHER };
  await withConfig(iris, { mail: "none" }, async () => {
    expect((await visitPage(host, new URL(invite_link).pathname, form)).status).toBe(303);
  });
  const browser = await logIn(host, VICTIM, OTHER);
  const stranger = new Person(host, "", "");
  const { api_key, user_id } = await stranger.ok(
    stranger.post("/fetch_api_key", { username: VICTIM, password: OTHER }),
  );
  const key = new Person(host, VICTIM, api_key, user_id);
  const made = await key.ok(key.post("/bots", { full_name: "Spy", short_name: "spy" }));
  const { user } = await key.ok(key.get(`/users/${made.user_id}`));
  return { browser, key, bot: new Person(host, user.email, made.api_key) };
}

describe("an external login with the address of an existing account", () => {
  test("[security 6.9] ends all other logins of an account whose address was never confirmed", () =>
    withProvider(async (world) => {
      const { host, iris } = world;
      const { browser, key, bot } = await squat(world);
      const authenticator = await addPasskey(browser);
      expect([await statusOf(key), await statusOf(bot), await whoIs(browser)]).toEqual([200, 200, key.id]);

      const own = newBrowser(world);
      await world.logIn(own, verified(VICTIM));
      expect(await whoIs(own)).toBe(key.id);
      expect([await statusOf(key), await statusOf(bot), await whoIs(browser)]).toEqual([401, 401, undefined]);
      const again = new Browser(host);
      expect((await again.ask("POST", "/login", { username: VICTIM, password: OTHER })).status).toBe(401);
      const { token, options } = await succeeds(again.ask("POST", "/login/passkey/begin"));
      const credential = authenticator.get(options);
      expect((await again.ask("POST", "/login/passkey", { token, credential })).body.code).toBe("PASSKEY_REFUSED");
      const letters = await mailsTo(iris, VICTIM);
      expect(letters.map(({ text }) => text).join()).toContain("Your email address wasn't confirmed before");

      // The address is confirmed now, and the account is linked.
      const later = newBrowser(world);
      await world.logIn(later, verified(VICTIM));
      expect([await whoIs(later), await whoIs(own)]).toEqual([key.id, key.id]);
    }));

  test("[security 9.18] is refused for an administrator-set address until its mailbox has confirmed it", () =>
    withProvider(async (world) => {
      const { host, iris, noah } = world;
      await changeUser(iris, noah, { new_email: VICTIM });
      const early = newBrowser(world);
      await world.logIn(early, verified(VICTIM));
      expect(await whoIs(early)).toBeUndefined();
      expect((await visitPage(host, await linkInMailTo(iris, VICTIM), {})).status).toBe(200);
      const later = newBrowser(world);
      await world.logIn(later, verified(VICTIM));
      expect(await whoIs(later)).toBe(noah.id);
    }));

  test("keeps all logins of an account whose address was confirmed", () =>
    withProvider(async (world) => {
      const { host, noah } = world;
      const browser = await logIn(host, noah.email, PASSWORD);
      await world.logIn(newBrowser(world), verified(noah.email));
      expect([await statusOf(noah), await whoIs(browser)]).toEqual([200, noah.id]);
    }));

  test("[security 6.8] requires the second factor the first time, and is linked only after that", () =>
    withProvider(async (world) => {
      const { host, noah } = world;
      const { secret } = await setUpSecondFactor(await logIn(host, noah.email, PASSWORD));
      const browser = newBrowser(world);
      const page = await world.logIn(browser, verified(noah.email));
      const ticket = /name="login_ticket" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
      expect([browser.cookies.has("sessionid"), ticket === ""]).toEqual([false, false]);
      const enter = (code: string) => browser.fetch("POST", "/complete/example/", { login_ticket: ticket, code });
      expect((await enter("000000")).status).toBe(401);
      // A wrong code links nothing, and the login asks again.
      expect(await (await world.logIn(newBrowser(world), verified(noah.email))).text()).toContain("login_ticket");
      expect((await enter(codeOf(secret))).status).toBe(302);
      expect(await whoIs(browser)).toBe(noah.id);
      // The provider now vouches for the account.
      const later = newBrowser(world);
      await world.logIn(later, verified(noah.email));
      expect(await whoIs(later)).toBe(noah.id);
    }));

  test("is refused if the account's address changes before its second factor is given", () =>
    withProvider(async (world) => {
      const { host, iris, noah } = world;
      const { secret } = await setUpSecondFactor(await logIn(host, noah.email, PASSWORD));
      const browser = newBrowser(world);
      const page = await world.logIn(browser, verified(noah.email));
      const ticket = /name="login_ticket" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
      await iris.ok(freshly(iris).patch(`/users/${noah.id}`, { new_email: "noah.new@example.com" }));
      const form = { login_ticket: ticket, code: codeOf(secret) };
      expect((await browser.fetch("POST", "/complete/example/", form)).status).toBe(400);
      expect(await whoIs(browser)).toBe(undefined);
    }));

  test("does not take over an unconfirmed account with someone else's second factor", () =>
    withProvider(async (world) => {
      const { browser, key } = await squat(world);
      await setUpSecondFactor(browser);
      const own = newBrowser(world);
      expect(await (await world.logIn(own, verified(VICTIM))).text()).toContain("login_ticket");
      expect([await whoIs(own), await statusOf(key)]).toEqual([undefined, 200]);
    }));
});
