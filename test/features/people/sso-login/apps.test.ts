import { expect, test } from "vitest";
import { advanceClock } from "../../../support/object.ts";
import { Person } from "../../../support/person.ts";
import { carriedToken, desktopApp, headingOf, newBrowser, verified, withProvider } from "./with-provider.ts";

const PAD = "0123456789abcdef".repeat(4);

test("[logins 2] a mobile app gets an API key that only its own one-time pad decrypts", () =>
  withProvider(async (world) => {
    const { noah, host } = world;
    const browser = newBrowser(world);
    const page = await world.logIn(browser, verified(noah.email), `?mobile_flow_otp=${PAD}`);
    const address = page.headers.get("location") ?? "";
    expect([page.status, address.startsWith("zulip://login?")]).toEqual([302, true]);
    const { otp_encrypted_api_key = "", ...rest } = Object.fromEntries(new URLSearchParams(address.split("?")[1]));
    expect(rest).toEqual({ email: noah.email, user_id: String(noah.id), realm: `http://${host}` });
    const pad = Buffer.from(PAD, "hex");
    const key = Uint8Array.from(
      [...Buffer.from(otp_encrypted_api_key, "hex")],
      (byte, index) => byte ^ (pad[index] ?? 0),
    );
    const app = new Person(host, noah.email, Buffer.from(key).toString("ascii"));
    expect((await app.ok(app.get("/users/me"))).user_id).toBe(noah.id);
    expect(browser.cookies.has("sessionid")).toBe(false);
  }));

test.each([
  ["mobile_flow_otp=12", "Invalid OTP"],
  [`mobile_flow_otp=${"g".repeat(64)}`, "Invalid OTP"],
  ["desktop_flow_otp=", "Invalid OTP"],
  [`desktop_flow_otp=${PAD}`, "Log in from the desktop app."],
  [`mobile_flow_otp=${PAD}&desktop_flow_otp=${PAD}`, "Can't use both mobile_flow_otp and desktop_flow_otp"],
])("[logins 2] an app login with ?%s is refused", (query, msg) =>
  withProvider(async (world) => {
    const page = await newBrowser(world).fetch("GET", `/accounts/login/social/example?${query}`);
    expect([page.status, (await page.json<{ msg: string }>()).msg]).toEqual([400, msg]);
  }),
);

test("[logins 3] [security 6.10] the desktop app gets a clipboard token that starts one session", () =>
  withProvider(async (world) => {
    const browser = newBrowser(world);
    const { app, query } = await desktopApp(world, PAD);
    const page = await world.logIn(browser, verified(world.noah.email), query);
    expect(await page.clone().text()).toContain("<h1>Back to the app</h1>");
    expect(browser.cookies.has("sessionid")).toBe(false);
    const token = await carriedToken(page, PAD);
    // Another user's link logs no one in, neither in another browser nor in another app.
    const { app: other } = await desktopApp(world, PAD);
    for (const foreign of [newBrowser(world), other]) {
      expect((await foreign.fetch("GET", `/accounts/login/subdomain/${token}`)).status).toBe(404);
    }
    const entered = await app.fetch("GET", `/accounts/login/subdomain/${token}`);
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
    expect((await app.ask("GET", "/users/me")).body.user_id).toBe(world.noah.id);
    const again = await app.fetch("GET", `/accounts/login/subdomain/${token}`);
    expect(await headingOf(again)).toEqual([404, "Couldn't log in"]);
  }));

test("[logins 3] [security 9.11] the desktop token is valid for a minute, and not for a deactivated account", () =>
  withProvider(async (world) => {
    const { iris, noah, mia } = world;
    const { app, query } = await desktopApp(world, PAD);
    const tokenFor = async (email: string) => {
      const page = await world.logIn(newBrowser(world), verified(email, { sub: email }), query);
      return carriedToken(page, PAD);
    };
    const [late, gone] = [await tokenFor(noah.email), await tokenFor(mia.email)];
    await iris.ok(iris.delete(`/users/${mia.id}`));
    expect((await app.fetch("GET", `/accounts/login/subdomain/${gone}`)).status).toBe(404);
    await advanceClock(iris, 61_000);
    expect((await app.fetch("GET", `/accounts/login/subdomain/${late}`)).status).toBe(404);
  }));

test("[logins 3] the desktop app shows a page that opens the login in the system's browser", () =>
  withProvider(async (world) => {
    const app = { "User-Agent": "Mozilla/5.0 (X11; Linux) ZulipElectron/5.12.0 Chrome/130" };
    const page = await newBrowser(world).fetch("GET", "/accounts/login/social/example?next=/", {}, app);
    const text = await page.text();
    expect(text).toContain("<h1>Continue in your browser</h1>");
    expect(text).toContain('<script type="module" src="/static/login/desktop-login.js"></script>');
    expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
    const script = await newBrowser(world).fetch("GET", "/static/login/desktop-login.js");
    expect([script.status, script.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
  }));
