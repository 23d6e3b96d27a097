import { expect, test } from "vitest";
import { Browser, browserOf } from "../../../support/browser.ts";
import { visitPage } from "../../../support/mail.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";

const GERMAN = { "Accept-Language": "de-AT,de;q=0.9,en;q=0.8" };

test("the form has the organization's name and description, and fields that password managers know", async () => {
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

test("no script runs in the page but that for passkeys, and no other style than its own", async () => {
  const { host } = await realm();
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

test("whoever prefers German reads German, refusals too", async () => {
  const { host, noah } = await realm();
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

test("a wrong password is told in the words of the API, beside the address that was entered", async () => {
  const { host, noah } = await realm();
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

test("whoever is logged in already goes on to the wanted place", async () => {
  const { host, noah } = await realm();
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

test("a login goes on to a place within the client", async () => {
  const { host, noah } = await realm();
  const browser = new Browser(host);
  const path = "/login/?next=/%23narrow/channel/1-general/topic/hello/near/12";
  const reply = await browser.fetch("POST", path, { username: noah.email, password: PASSWORD });
  expect([reply.status, reply.headers.get("location")]).toEqual([
    303,
    "/#narrow/channel/1-general/topic/hello/near/12",
  ]);
});

test("there is no password field where the organization takes no passwords", async () => {
  const { host, iris } = await realm();
  await iris.ok(iris.patch("/realm", { authentication_methods: { Email: false } }));
  const text = await (await visitPage(host, "/login/")).text();
  expect(text).not.toContain('type="password"');
  expect(text).toContain("Password login is turned off here");
});

test("a host without an organization says so", async () => {
  const page = await visitPage("nobody-here.localhost", "/login/");
  expect([page.status, await page.text()]).toEqual([404, expect.stringContaining("No organization has this URL")]);
});

test("only where there is something to read without an account, the page leads there", async () => {
  const { host, iris } = await realm();
  const leads = async () => (await (await visitPage(host, "/login/")).text()).includes("View without an account");
  expect(await leads()).toBe(false);
  await iris.ok(iris.patch("/realm", { enable_spectator_access: true }));
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "quay" }], is_web_public: true }));
  expect(await leads()).toBe(true);
});

test("organizations of one server stay apart: their pages, cookies and ways", async () => {
  const [here, there] = [await realm(), await realm()];
  await there.iris.ok(there.iris.patch("/realm", { name: "Lighthouse" }));
  const browser = await browserOf(here.host, here.noah.email);
  // No cookie names a domain: a browser sends it to this very host alone.
  for (const attributes of browser.attributes.values()) expect(attributes).not.toMatch(/domain/i);
  // Even if it were sent elsewhere, it is nobody's there, and opens no way in.
  const elsewhere = new Browser(there.host);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  const form = await elsewhere.fetch("GET", "/login/");
  expect([form.status, await form.text()]).toEqual([200, expect.stringContaining("Log in to Lighthouse")]);
  expect(await (await visitPage(here.host, "/login/")).text()).toContain("Log in to Test");
  // The same address and password are another account there, or none.
  const mine = await here.more({ name: "Nell" });
  const wrong = await visitPage(there.host, "/login/", { username: mine.email, password: PASSWORD });
  expect(wrong.status).toBe(401);
  const next = `/login/?next=${encodeURIComponent(`http://${there.host}/`)}`;
  const reply = await browser.fetch("GET", next);
  expect([reply.status, reply.headers.get("location")]).toEqual([303, "/"]);
});
