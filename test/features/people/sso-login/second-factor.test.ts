import { describe, expect, test } from "vitest";
import type { Browser } from "../../../support/browser.ts";
import { addPasskey, codeOf, logIn, logInWithPasskey, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { PASSWORD } from "../../../support/organization.ts";
import { desktopApp, headingOf, newBrowser, verified, type World, withProvider } from "./with-provider.ts";

const PAD = "0123456789abcdef".repeat(4);
const MEMBERS = 400;
const ADMINISTRATORS = 200;

const demand = ({ iris }: World, role: number | null) =>
  iris.ok(iris.patch("/realm", { second_factor_required_role: role }));

const whoIs = async (browser: Browser) => (await browser.ask("GET", "/users/me")).body.user_id;

async function ticketOf(page: Response): Promise<string> {
  const text = await page.text();
  expect([page.status, text]).toEqual([200, expect.stringContaining('action="/complete/example/"')]);
  return /name="login_ticket" value="([^"]+)"/.exec(text)?.[1] ?? "";
}

const enter = (browser: Browser, login_ticket: string, code: string) =>
  browser.fetch("POST", "/complete/example/", { login_ticket, code });

/** Sets up noah's second factor, and returns its secret. */
const withFactor = async ({ host, noah }: World) =>
  (await setUpSecondFactor(await logIn(host, noah.email, PASSWORD))).secret;

describe("a required second factor at an external login", () => {
  test("[security 6.14] asks for the code, then redirects to the requested page", () =>
    withProvider(async (world) => {
      const secret = await withFactor(world);
      await demand(world, MEMBERS);
      const browser = newBrowser(world);
      const ticket = await ticketOf(await world.logIn(browser, verified(world.noah.email), "?next=/%23inbox"));
      expect([browser.cookies.has("sessionid"), await whoIs(browser)]).toEqual([false, undefined]);
      const wrong = await enter(browser, ticket, "000000");
      expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining("This code is wrong")]);
      const page = await enter(browser, ticket, codeOf(secret));
      expect([page.status, page.headers.get("location")]).toEqual([302, "/#inbox"]);
      expect(await whoIs(browser)).toBe(world.noah.id);
    }));

  test("can't be given through the password login, which would start a session that the provider can't end", () =>
    withProvider(async (world) => {
      const secret = await withFactor(world);
      await demand(world, MEMBERS);
      const browser = newBrowser(world);
      const login_ticket = await ticketOf(await world.logIn(browser, verified(world.noah.email)));
      const { body } = await browser.ask("POST", "/login/second_factor", { login_ticket, code: codeOf(secret) });
      expect(body.code).toBe("SECOND_FACTOR_TIMEOUT");
      expect((await enter(browser, login_ticket, codeOf(secret))).status).toBe(302);
    }));

  test("is checked before an app gets its key or token", () =>
    withProvider(async (world) => {
      const secret = await withFactor(world);
      await demand(world, MEMBERS);
      const phone = newBrowser(world);
      const login = verified(world.noah.email);
      const first = await ticketOf(await world.logIn(phone, login, `?mobile_flow_otp=${PAD}`));
      const page = await enter(phone, first, codeOf(secret));
      expect(page.headers.get("location")).toMatch(/^zulip:\/\/login\?otp_encrypted_api_key=[0-9a-f]{64}&/);
      const desk = newBrowser(world);
      const second = await ticketOf(await world.logIn(desk, login, (await desktopApp(world, PAD)).query));
      expect(await (await enter(desk, second, codeOf(secret, 1))).text()).toMatch(/[0-9a-f]{60,}<\/textarea>/);
    }));

  test("is accepted in the login's own browser, once, with as many attempts as for a password", () =>
    withProvider(async (world) => {
      const secret = await withFactor(world);
      await demand(world, MEMBERS);
      const [browser, other] = [newBrowser(world), newBrowser(world)];
      const login = verified(world.noah.email);
      const ticket = await ticketOf(await world.logIn(browser, login));
      const elsewhere = [400, "This login started somewhere else"];
      expect(await headingOf(await enter(newBrowser(world), ticket, codeOf(secret)))).toEqual(elsewhere);
      // A login cookie from before the provider's response doesn't work for this step.
      await world.begin(other);
      expect(await headingOf(await enter(other, ticket, codeOf(secret)))).toEqual(elsewhere);
      for (let n = 0; n < 3; n += 1) expect((await enter(browser, ticket, "000000")).status).toBe(401);
      expect((await enter(browser, ticket, codeOf(secret))).status).toBe(429);
    }));

  test("must be set up first, in a browser, by users who have none", () =>
    withProvider(async (world) => {
      await demand(world, MEMBERS);
      const browser = newBrowser(world);
      const login = verified(world.noah.email);
      for (const query of [`?mobile_flow_otp=${PAD}`, (await desktopApp(world, PAD)).query]) {
        const page = await world.logIn(browser, login, query);
        expect(await headingOf(page)).toEqual([403, "Secure your account first"]);
      }
      const page = await world.logIn(browser, login);
      expect(page.headers.get("location")).toBe("/accounts/second-factor/");
      expect((await browser.ask("GET", "/users/me")).body.code).toBe("SECOND_FACTOR_SETUP_REQUIRED");
      const { secret } = await setUpSecondFactor(browser);
      expect(await whoIs(browser)).toBe(world.noah.id);
      const again = newBrowser(world);
      const ticket = await ticketOf(await world.logIn(again, login));
      expect((await enter(again, ticket, codeOf(secret))).status).toBe(302);
    }));

  test("must be set up first by new users too", () =>
    withProvider(async (world) => {
      await demand(world, MEMBERS);
      await world.iris.ok(world.iris.patch("/realm", { invite_required: false }));
      const browser = newBrowser(world);
      expect((await world.logIn(browser, verified("nia@example.com", { sub: "nia" }))).status).toBe(200);
      const page = await browser.fetch("POST", "/complete/example/", { full_name: "Nia" });
      expect(page.headers.get("location")).toBe("/accounts/second-factor/");
      expect((await browser.ask("GET", "/users/me")).body.code).toBe("SECOND_FACTOR_SETUP_REQUIRED");
    }));

  test("must be given by logging in with the passkey if a user has only that", () =>
    withProvider(async (world) => {
      const authenticator = await addPasskey(await logIn(world.host, world.noah.email, PASSWORD));
      await demand(world, MEMBERS);
      const browser = newBrowser(world);
      const page = await world.logIn(browser, verified(world.noah.email));
      expect(await headingOf(page)).toEqual([401, "Log in with your passkey"]);
      expect(browser.cookies.has("sessionid")).toBe(false);
      expect((await logInWithPasskey(browser, authenticator)).status).toBe(200);
    }));

  test("[security 6.14] is not required of other roles, even if their users have set one up voluntarily", () =>
    withProvider(async (world) => {
      const secret = await withFactor(world);
      await demand(world, ADMINISTRATORS);
      const [first, noah, omar] = [newBrowser(world), newBrowser(world), newBrowser(world)];
      // Only the first login, which links the account, asks for it.
      await enter(first, await ticketOf(await world.logIn(first, verified(world.noah.email))), codeOf(secret));
      await world.logIn(noah, verified(world.noah.email));
      expect(await whoIs(noah)).toBe(world.noah.id);
      const page = await world.logIn(omar, verified(world.omar.email, { sub: "omar" }));
      expect(page.headers.get("location")).toBe("/accounts/second-factor/");
      await demand(world, null);
      await world.logIn(omar, verified(world.omar.email, { sub: "omar" }));
      expect((await succeeds(omar.ask("GET", "/users/me"))).user_id).toBe(world.omar.id);
    }));
});

test("[security 6.15] a provider that the operator trusts to require a second factor is sufficient", () =>
  withProvider(
    async (world) => {
      await demand(world, MEMBERS);
      const browser = newBrowser(world);
      await world.logIn(browser, verified(world.noah.email));
      expect(await whoIs(browser)).toBe(world.noah.id);
    },
    { second_factor: true },
  ));
