import { expect, test } from "vitest";
import type { Browser } from "../../../support/browser.ts";
import { linkInMailTo, visitPage } from "../../../support/mail.ts";
import { tablesOf } from "../../../support/object.ts";
import { PASSWORD } from "../../../support/organization.ts";
import { headingOf, newBrowser, verified, type World, withProvider } from "./with-provider.ts";

const sayName = (browser: Browser, full_name: string) => browser.fetch("POST", "/complete/example/", { full_name });

const openDoor = ({ iris }: World) => iris.ok(iris.patch("/realm", { invite_required: false }));

test("an external login creates no account without an invitation if the organization requires one", () =>
  withProvider(async (world) => {
    const page = await world.logIn(newBrowser(world), verified("new@example.com"));
    expect(page.status).toBe(401);
    const text = await page.text();
    expect(text).toContain("<h1>You need an invitation</h1>");
    expect(text).toContain("new@example.com");
    expect(text).toContain('href="/accounts/login/social/example?choose=true"');
  }));

test("without required invitations, a new user enters a name, gets an account without a password, and is welcomed", () =>
  withProvider(async (world) => {
    await openDoor(world);
    const browser = newBrowser(world);
    const form = await world.logIn(
      browser,
      verified("new@example.com", { name: 'Nina "N" <New>' }),
      "?next=/%23recent",
    );
    const text = await form.text();
    expect([form.status, browser.cookies.has("sessionid")]).toEqual([200, false]);
    for (const part of ["<h1>Join Test</h1>", 'value="new@example.com"', 'value="Nina N &lt;New"'])
      expect(text).toContain(part);
    expect(await headingOf(await sayName(browser, "N"))).toEqual([400, "Join Test"]);
    const done = await sayName(browser, "Nina New");
    expect([done.status, done.headers.get("location")]).toEqual([302, "/#recent"]);
    const { body } = await browser.ask("GET", "/users/me");
    expect(body).toMatchObject({ full_name: "Nina New", delivery_email: "new@example.com", role: 400 });
    const confirmed = { user_id: body.user_id, email: "new@example.com" };
    expect((await tablesOf(world.iris))["confirmed_addresses"]).toContainEqual(confirmed);
    const inbox = await browser.ask("GET", "/messages", { anchor: "newest", num_before: 5, num_after: 0, narrow: [] });
    expect(JSON.stringify(inbox.body.messages)).toContain("welcome to Test");
    const wrong = await world.noah.post("/fetch_api_key", { username: "new@example.com", password: PASSWORD });
    expect(wrong.status).toBe(401);
    // The same login now leads to the account, and the form doesn't create a second one.
    const again = newBrowser(world);
    expect((await world.logIn(again, verified("new@example.com"))).status).toBe(302);
  }));

test("the name form of a new user works once, only in its own browser", () =>
  withProvider(async (world) => {
    await openDoor(world);
    const browser = newBrowser(world);
    await world.logIn(browser, verified("new@example.com"));
    const cookie = browser.cookies.get("login") ?? "";
    expect(await headingOf(await sayName(newBrowser(world), "Somebody Else"))).toEqual([
      400,
      "This login started somewhere else",
    ]);
    expect((await sayName(browser, "Nina New")).status).toBe(302);
    const thief = newBrowser(world);
    thief.cookies.set("login", cookie);
    expect(await headingOf(await sayName(thief, "Nina Two"))).toEqual([400, "This login was already used"]);
  }));

test("the organization's allowed domains apply to new accounts, not to existing ones", () =>
  withProvider(async (world) => {
    const { iris, noah } = world;
    await openDoor(world);
    await iris.ok(iris.post("/realm/domains", { domain: "good.example", allow_subdomains: false }));
    await iris.ok(iris.patch("/realm", { emails_restricted_to_domains: true }));
    const refused = await world.logIn(newBrowser(world), verified("new@evil.example"));
    expect(await headingOf(refused)).toEqual([401, "This email address isn't allowed here"]);
    expect((await world.logIn(newBrowser(world), verified("new@good.example", { sub: "2" }))).status).toBe(200);
    expect((await world.logIn(newBrowser(world), verified(noah.email, { sub: "3" }))).status).toBe(302);
  }));

test("a login-only provider creates no accounts, and is not offered for joining", () =>
  withProvider(
    async (world) => {
      await openDoor(world);
      const page = await world.logIn(newBrowser(world), verified("new@example.com"));
      expect(await headingOf(page)).toEqual([401, "You don't have an account yet"]);
      const { invite_link } = await world.iris.ok(world.iris.post("/invites/multiuse", {}));
      const join = await (await visitPage(world.host, new URL(invite_link).pathname)).text();
      expect(join).not.toContain("Join with Example");
      expect(await (await visitPage(world.host, "/login/")).text()).toContain("Log in with Example");
    },
    { sign_up: false },
  ));

test("an invited user can join through a provider, and gets everything that the invitation grants", () =>
  withProvider(async (world) => {
    const { iris } = world;
    const invitation = { invitee_emails: "guest@example.com", invite_as: 600, stream_ids: [] };
    await iris.ok(iris.post("/invites", invitation));
    const path = await linkInMailTo(iris, "guest@example.com");
    const text = await (await visitPage(world.host, path)).text();
    const button = /href="(\/accounts\/register\/social\/example\?[^"]*)"/.exec(text)?.[1] ?? "";
    expect(text).toContain("Join with Example");
    for (const [email, heading] of [
      ["other@example.com", [401, "The invitation is for another address"]],
      ["Guest@Example.com", [200, "Join Test"]],
    ] as const) {
      const browser = newBrowser(world);
      world.provider.become(verified(email, { sub: email }));
      const begun = await browser.fetch("GET", button);
      const back = world.provider.authorize(begun.headers.get("location") ?? "");
      expect(await headingOf(await world.visit(browser, back))).toEqual(heading);
      if (heading[0] !== 200) continue;
      expect((await sayName(browser, "Gina Guest")).status).toBe(302);
      expect((await browser.ask("GET", "/users/me")).body).toMatchObject({ role: 600 });
    }
    expect((await visitPage(world.host, path)).status).toBe(404);
  }));

test("an invitation by email also applies to a login without its link if the verified address matches", () =>
  withProvider(async (world) => {
    const { iris } = world;
    await iris.ok(iris.post("/invites", { invitee_emails: "guest@example.com", invite_as: 600, stream_ids: [] }));
    const browser = newBrowser(world);
    expect((await world.logIn(browser, verified("guest@example.com"))).status).toBe(200);
    // The invitation is revoked before the name is entered.
    const { invites } = await iris.ok(iris.get("/invites"));
    await iris.ok(iris.delete(`/invites/${invites[0].id}`));
    expect(await headingOf(await sayName(browser, "Gina Guest"))).toEqual([401, "You need an invitation"]);
  }));

test("an invitation link lets any user with a verified address join without another email", () =>
  withProvider(async (world) => {
    const { iris } = world;
    const { invite_link } = await iris.ok(iris.post("/invites/multiuse", { invite_as: 400 }));
    const key = new URL(invite_link).pathname.split("/")[2];
    const browser = newBrowser(world);
    expect((await world.logIn(browser, verified("new@example.com"), `?invitation=${key}`)).status).toBe(200);
    expect((await sayName(browser, "Nina New")).status).toBe(302);
    const page = await world.logIn(newBrowser(world), verified("x@example.com", { sub: "2" }), "?invitation=unknown");
    expect(page.status).toBe(404);
    expect(await page.text()).toContain("This invitation isn&#39;t valid.");
  }));

test("a login with a bot's address is refused", () =>
  withProvider(async (world) => {
    await openDoor(world);
    const bot = await world.bot(world.noah);
    const page = await world.logIn(newBrowser(world), verified(bot.email));
    expect(await headingOf(page)).toEqual([401, "This email address isn't allowed here"]);
  }));
