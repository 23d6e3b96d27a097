import { expect, test } from "vitest";
import { Browser, browserOf } from "../../../support/browser.ts";
import { visitPage } from "../../../support/mail.ts";
import { casts, PASSWORD, realm } from "../../../support/organization.ts";

const newCast = casts();

const GERMAN = { "Accept-Language": "de-AT,de;q=0.9,en;q=0.8" };

test("the login form has the organization's name and description, and fields that password managers recognize", async () => {
  const { host, iris } = await realm();
  await iris.ok(iris.patch("/realm", { name: "Harbour & Sons", description: "We **sail** <b>home</b>." }));
  const page = await visitPage(host, "/login/");
  const text = await page.text();
  for (const part of [
    '<html lang="en" dir="ltr">',
    "<h1>Log in to Harbour &amp; Sons</h1>",
    "We <strong>sail</strong> &lt;b&gt;home&lt;/b&gt;.",
    'type="email" name="username"',
    'autocomplete="username webauthn"',
    'autocomplete="current-password"',
    ">H</span>",
  ])
    expect(text).toContain(part);
  expect([page.status, page.headers.get("content-language")]).toEqual([200, "en"]);
});

test("the login page offers all languages, keeps the chosen one, and names its server", async () => {
  const { host, noah } = await newCast();
  const page = await (await visitPage(host, "/login/?next=%2F%23recent", undefined, GERMAN)).text();
  expect(page).toContain(`<p>${host} läuft mit Parley</p>`);
  expect(page).toContain('lang="de" hreflang="de" aria-current="true">Deutsch</a>');
  const [, path = ""] = /<a href="([^"]+)" lang="fr"/.exec(page) ?? [];
  expect(path).toBe("/login/?next=%2F%23recent&amp;language=fr");
  const chosen = path.replace("&amp;", "&");
  const fields = { username: noah.email, password: "wrong" };
  for (const sent of [undefined, fields])
    expect(await (await visitPage(host, chosen, sent, GERMAN)).text()).toContain('<html lang="fr" dir="ltr">');
  expect(await (await visitPage(host, "/login/?language=xx", undefined, GERMAN)).text()).toContain('<html lang="de"');
});

test("a login page keeps its color until its organization is renamed", async () => {
  const { host, iris } = await realm();
  const colorOf = async () =>
    /class="page entrance (hue-\d)"/.exec(await (await visitPage(host, "/login/")).text())?.[1];
  await iris.ok(iris.patch("/realm", { name: "Harbour" }));
  const color = await colorOf();
  expect(color).toBeDefined();
  expect(await colorOf()).toBe(color);
  await iris.ok(iris.patch("/realm", { name: "Harbours" }));
  expect(await colorOf()).not.toBe(color);
});

test("the login page has no script except the passkey script, and no external styles", async () => {
  const { host } = await newCast();
  const page = await visitPage(host, "/login/");
  const text = await page.text();
  expect(text.replace(/<script>.*<\/script>/s, "")).not.toMatch(/<script|style="|\son\w+=/);
  const hashOf = async (tag: string) => {
    const content = new RegExp(`<${tag}>(.*)</${tag}>`, "s").exec(text)?.[1] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
    return btoa(String.fromCharCode(...new Uint8Array(digest)));
  };
  const policy = page.headers.get("content-security-policy");
  expect(policy).toContain(`style-src 'sha256-${await hashOf("style")}'`);
  expect(policy).toContain(`script-src 'sha256-${await hashOf("script")}'; connect-src 'self'`);
  expect(policy).toContain("default-src 'none'");
});

test("the login page is German for browsers that prefer it, including errors", async () => {
  const { host, noah } = await newCast();
  const page = await visitPage(host, "/login/", undefined, GERMAN);
  const text = await page.text();
  for (const part of ['<html lang="de" dir="ltr">', "Bei Test anmelden", "Passwort", "Anmelden"])
    expect(text).toContain(part);
  const wrong = await visitPage(host, "/login/", { username: noah.email, password: "wrong" }, GERMAN);
  expect([wrong.status, await wrong.text()]).toEqual([
    401,
    expect.stringContaining('role="alert">E-Mail-Adresse oder Passwort ist falsch.'),
  ]);
});

test("the login page shows the API's error for a wrong password, and keeps the entered address", async () => {
  const { host, noah } = await newCast();
  const form = { username: noah.email, password: "wrong" };
  const text = await (await visitPage(host, "/login/", form)).text();
  expect(text).toContain('role="alert">Your email or password is incorrect.');
  expect(text).toContain(`value="${noah.email}"`);
  expect(text).toMatch(/type="password"[^>]* autofocus/);
  for (let i = 0; i < 5; i++) await visitPage(host, "/login/", form);
  const last = await visitPage(host, "/login/", form);
  expect(last.status).toBe(429);
  expect(await last.text()).toMatch(/Too many attempts\. Try again in \d\d minutes\./);
});

test("the login page redirects users who are already logged in", async () => {
  const { host, noah } = await newCast();
  const browser = await browserOf(host, noah.email);
  for (const [path, to] of [
    ["/login/", "/"],
    ["/accounts/login/?next=/%23narrow/channel/1-general", "/#narrow/channel/1-general"],
    ["/login/?next=https://evil.example/", "/"],
  ] as const) {
    const reply = await browser.fetch("GET", path);
    expect([reply.status, reply.headers.get("location")]).toEqual([303, to]);
  }
  await browser.ask(
    "DELETE",
    `/users/me/sessions/${(await browser.ask("GET", "/users/me/sessions")).body.sessions[0].id}`,
  );
  expect((await browser.fetch("GET", "/login/")).status).toBe(200);
});

test("a login redirects to a page of the web client", async () => {
  const { host, noah } = await newCast();
  const browser = new Browser(host);
  const path = "/login/?next=/%23narrow/channel/1-general/topic/hello/near/12";
  const reply = await browser.fetch("POST", path, { username: noah.email, password: PASSWORD });
  expect([reply.status, reply.headers.get("location")]).toEqual([
    303,
    "/#narrow/channel/1-general/topic/hello/near/12",
  ]);
});

test("the login page has no password field if the organization disabled passwords", async () => {
  const { host, iris } = await realm();
  await iris.ok(iris.patch("/realm", { authentication_methods: { Email: false } }));
  const text = await (await visitPage(host, "/login/")).text();
  expect(text).not.toContain('type="password"');
  expect(text).toContain("Password login is turned off here");
});

test("the login page of an unknown organization shows an error", async () => {
  const page = await visitPage("nobody-here.localhost", "/login/");
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("No organization has this URL")]);
});

test("the login page links to spectator access only if there is a web-public channel", async () => {
  const { host, iris } = await realm();
  const leads = async () => (await (await visitPage(host, "/login/")).text()).includes("View without an account");
  expect(await leads()).toBe(false);
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "quay" }], is_web_public: true }));
  expect(await leads()).toBe(true);
});

test("organizations on one server have separate pages, cookies and logins", async () => {
  const [here, there] = [await realm(), await realm()];
  await there.iris.ok(there.iris.patch("/realm", { name: "Lighthouse" }));
  const browser = await browserOf(here.host, here.noah.email);
  // Cookies have no domain, so browsers send them only to this exact host.
  for (const attributes of browser.attributes.values()) expect(attributes).not.toMatch(/domain/i);
  // Even if they were sent elsewhere, they aren't a valid session there.
  const elsewhere = new Browser(there.host);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  const form = await elsewhere.fetch("GET", "/login/");
  expect([form.status, await form.text()]).toEqual([200, expect.stringContaining("Log in to Lighthouse")]);
  expect(await (await visitPage(here.host, "/login/")).text()).toContain("Log in to Test");
  // The same address and password belong to a different account there, or to none.
  const mine = await here.more({ name: "Nell" });
  const wrong = await visitPage(there.host, "/login/", { username: mine.email, password: PASSWORD });
  expect(wrong.status).toBe(401);
  const next = `/login/?next=${encodeURIComponent(`http://${there.host}/`)}`;
  const reply = await browser.fetch("GET", next);
  expect([reply.status, reply.headers.get("location")]).toEqual([303, "/"]);
});
