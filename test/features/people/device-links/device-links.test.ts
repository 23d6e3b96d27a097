import { describe, expect, test } from "vitest";
import { Browser } from "../../../support/browser.ts";
import { logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { advanceClock } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";

const MINUTE = 60_000;

/** An organization in which noah's browser shows a link. */
async function withLink() {
  const cast = await realm();
  const browser = await logIn(cast.host, cast.noah.email, PASSWORD);
  const make = async () => {
    const { url } = await succeeds(browser.ask("POST", "/users/me/device_link"));
    return new URL(url).pathname;
  };
  const phone = new Browser(cast.host);
  return { ...cast, browser, make, phone, path: await make() };
}

const isLoggedIn = async (browser: Browser) => (await browser.ask("GET", "/users/me")).status === 200;

describe("a link to log in on another device", () => {
  test("[security 3.15] names its user, and logs in the device that the user confirmed, once", async () => {
    const { browser, noah, phone, path, host } = await withLink();
    const shown = await phone.fetch("GET", path);
    expect(await shown.text()).toContain("You&#39;ll be logged in as Noah");
    expect(await isLoggedIn(phone)).toBe(false);
    const done = await phone.fetch("POST", path);
    expect([done.status, done.headers.get("location")]).toEqual([303, "/"]);
    expect((await succeeds(phone.ask("GET", "/users/me"))).user_id).toBe(noah.id);
    expect(await isLoggedIn(browser)).toBe(true);
    expect((await succeeds(browser.ask("GET", "/users/me/sessions"))).sessions).toHaveLength(2);
    const other = new Browser(host);
    for (const method of ["GET", "POST"]) {
      const refused = await other.fetch(method, path);
      expect(refused.status, method).toBe(404);
      expect(await refused.text()).toContain("This code isn&#39;t valid, or has expired.");
    }
    expect(await isLoggedIn(other)).toBe(false);
  });

  test("[security 3.15] works for a minute, or until a newer one is created", async () => {
    const { iris, make, phone, path } = await withLink();
    const second = await make();
    expect((await phone.fetch("POST", path)).status).toBe(404);
    await advanceClock(iris, MINUTE);
    expect((await phone.fetch("POST", second)).status).toBe(404);
    expect(await isLoggedIn(phone)).toBe(false);
    expect((await phone.fetch("POST", await make())).status).toBe(303);
  });

  test("ends with its session or account, or when the user ends all sessions", async () => {
    const { browser, phone, path } = await withLink();
    await succeeds(browser.ask("POST", "/logout"));
    expect((await phone.fetch("POST", path)).status).toBe(404);

    const deactivated = await withLink();
    await deactivated.omar.ok(deactivated.omar.delete(`/users/${deactivated.noah.id}`));
    expect((await deactivated.phone.fetch("POST", deactivated.path)).status).toBe(404);

    const everywhere = await withLink();
    const other = await logIn(everywhere.host, everywhere.noah.email, PASSWORD);
    await succeeds(other.ask("DELETE", "/users/me/sessions"));
    expect((await everywhere.phone.fetch("POST", everywhere.path)).status).toBe(404);
  });

  test("[security 3.15] [security 9.2] requires a recent login in a browser, and its session counts as no more recent than that login", async () => {
    const { iris, noah, browser, phone, path } = await withLink();
    expect((await noah.post("/users/me/device_link")).body.code).toBe("FRESH_LOGIN_REQUIRED");
    await advanceClock(iris, MINUTE / 2);
    await phone.fetch("POST", path);
    await advanceClock(iris, 14.75 * MINUTE);
    for (const one of [browser, phone]) {
      expect((await one.ask("POST", "/users/me/device_link")).body.code).toBe("FRESH_LOGIN_REQUIRED");
    }
  });

  test("needs no second factor, because the login already had one", async () => {
    const { browser, make, phone } = await withLink();
    await setUpSecondFactor(browser);
    expect((await phone.fetch("POST", await make())).status).toBe(303);
    expect(await isLoggedIn(phone)).toBe(true);
  });
});

test("a browser of another organization can't use a link", async () => {
  const { path } = await withLink();
  const { host } = await realm();
  expect((await new Browser(host).fetch("POST", path)).status).toBe(404);
});
