import { describe, expect, test } from "vitest";
import { Browser, browserOf } from "../../../support/browser.ts";
import { addPasskey, codeOf, logIn, logInWithPasskey, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { advanceClock, withEnv } from "../../../support/object.ts";
import { casts, OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const newCast = casts();

const MINUTE = 60_000;
const stranger = ({ host }: { host: string }) => new Person(host, "", "");

/** An organization in which noah has a second factor. */
async function withFactor() {
  const cast = await realm();
  const browser = await logIn(cast.host, cast.noah.email, PASSWORD);
  const { secret, recovery_codes } = await setUpSecondFactor(browser);
  const { noah, host } = cast;
  const enter = (code?: string, who = new Browser(host)) =>
    who.ask("POST", "/login", {
      ...{ username: noah.email, password: PASSWORD },
      ...(code !== undefined && { second_factor_code: code }),
    });
  const fetchKey = (fields: Json = {}) =>
    stranger(cast).post("/fetch_api_key", { username: noah.email, password: PASSWORD, ...fields });
  return { ...cast, browser, secret, recovery_codes, enter, fetchKey };
}

describe("a second factor is set up", () => {
  test("with a secret that becomes active after its first code, and with ten recovery codes", async () => {
    const { host, iris, noah } = await realm();
    const browser = await logIn(host, noah.email, PASSWORD);
    const state = async () => {
      const { second_factor, is_required } = await succeeds(browser.ask("GET", "/users/me/second_factor"));
      return { second_factor, is_required };
    };
    const { secret, uri } = await succeeds(browser.ask("POST", "/users/me/second_factor"));
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(
      `otpauth://totp/Test:noah%40example.com?secret=${secret}&issuer=Test&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await state()).toEqual({ second_factor: null, is_required: false });
    expect((await browser.ask("POST", "/users/me/second_factor/confirm", { code: "000 000" })).body.code).toBe(
      "WRONG_SECOND_FACTOR",
    );
    await logIn(host, noah.email, PASSWORD);
    const spaced = codeOf(secret).replace(/(...)/, "$1 ");
    const { recovery_codes } = await succeeds(browser.ask("POST", "/users/me/second_factor/confirm", { code: spaced }));
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    expect(await state()).toMatchObject({ second_factor: { recovery_codes_left: 10 } });
    const [mail] = await mailsTo(iris, noah.email);
    expect(mail.text).toContain("Two-factor authentication is on");
    expect((await browser.ask("POST", "/users/me/second_factor")).status).toBe(400);
  });

  test("[security 9.2] within an hour, in a browser with a recent login, and not with an API key", async () => {
    const { host, iris, noah } = await newCast();
    const browser = await logIn(host, noah.email, PASSWORD);
    await succeeds(browser.ask("POST", "/users/me/second_factor"));
    await advanceClock(iris, 15 * MINUTE);
    for (const [method, path] of [
      ["POST", ""],
      ["POST", "/confirm"],
      ["POST", "/recovery_codes"],
      ["DELETE", ""],
    ] as const) {
      const fields = path === "/confirm" ? { code: "123456" } : {};
      const refusals = [
        await browser.ask(method, `/users/me/second_factor${path}`, fields),
        await noah.send(method, `/users/me/second_factor${path}`, fields),
      ];
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
        [403, "FRESH_LOGIN_REQUIRED"],
        [403, "FRESH_LOGIN_REQUIRED"],
      ]);
    }
    await advanceClock(iris, 45 * MINUTE);
    const again = await logIn(host, noah.email, PASSWORD);
    const { body } = await again.ask("POST", "/users/me/second_factor/confirm", { code: "123456" });
    expect(body.msg).toBe("This secret has expired. Start again.");
  });
});

describe("[security 8.1] a password login with a second factor", () => {
  test("[security 8.3] requires an app's code, which works once and only near its time", async () => {
    const { noah, secret, enter } = await withFactor();
    const { status, body } = await enter();
    expect([status, body.code]).toEqual([401, "SECOND_FACTOR_REQUIRED"]);
    expect((await enter(codeOf(secret, -1))).body.code).toBe("WRONG_SECOND_FACTOR");
    const code = codeOf(secret);
    const browser = new Browser(noah.host);
    expect((await enter(code, browser)).body.user_id).toBe(noah.id);
    expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
    expect((await enter(code)).body.code).toBe("WRONG_SECOND_FACTOR");
    expect((await enter(codeOf(secret, 4))).body.code).toBe("WRONG_SECOND_FACTOR");
  });

  test("[security 8.4] accepts each recovery code once, and reports it by email", async () => {
    const { iris, noah, recovery_codes, enter } = await withFactor();
    const [code = ""] = recovery_codes;
    expect((await enter(code.toUpperCase().replaceAll("-", " "))).status).toBe(200);
    expect((await enter(code)).body.code).toBe("WRONG_SECOND_FACTOR");
    const mails = await mailsTo(iris, noah.email, 2);
    expect(mails.map(({ text }: Json) => text).join()).toContain("Recovery codes left: 9.");
  });

  test("rejects recovery codes that were replaced by new ones", async () => {
    const { browser, recovery_codes, enter } = await withFactor();
    const renewed = (await succeeds(browser.ask("POST", "/users/me/second_factor/recovery_codes"))).recovery_codes;
    expect((await enter(recovery_codes[0])).body.code).toBe("WRONG_SECOND_FACTOR");
    expect((await enter(renewed[0])).status).toBe(200);
  });

  test("accepts the code in a second step, with the ticket of the first", async () => {
    const { host, noah, secret, enter } = await withFactor();
    const { login_ticket } = (await enter()).body;
    const browser = new Browser(host);
    const step = (ticket: string, code: string) =>
      browser.ask("POST", "/login/second_factor", { login_ticket: ticket, code });
    expect((await step(login_ticket, "000000")).body.code).toBe("WRONG_SECOND_FACTOR");
    for (const bad of ["", "1.2.3", `1${login_ticket}`, login_ticket.slice(0, -3).concat("abc")]) {
      expect((await step(bad, codeOf(secret))).body.code).toBe("SECOND_FACTOR_TIMEOUT");
    }
    expect((await step(login_ticket, codeOf(secret))).body).toMatchObject({ user_id: noah.id, owes_setup: false });
    expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
  });

  test("must be completed within five minutes, and ends if the password is changed or the account is deactivated", async () => {
    const { host, iris, noah, browser, secret, enter } = await withFactor();
    const step = async (login_ticket: string) =>
      (await new Browser(host).ask("POST", "/login/second_factor", { login_ticket, code: codeOf(secret) })).body.code;
    const first = (await enter()).body.login_ticket;
    await succeeds(browser.ask("PATCH", "/settings", { old_password: PASSWORD, new_password: "a new password" }));
    expect(await step(first)).toBe("SECOND_FACTOR_TIMEOUT");
    await succeeds(browser.ask("PATCH", "/settings", { old_password: "a new password", new_password: PASSWORD }));
    const second = (await enter()).body.login_ticket;
    await advanceClock(iris, 5 * MINUTE);
    expect(await step(second)).toBe("SECOND_FACTOR_TIMEOUT");
    const third = (await enter()).body.login_ticket;
    await iris.ok(iris.delete(`/users/${noah.id}`));
    expect(await step(third)).toBe("SECOND_FACTOR_TIMEOUT");
  });

  test("[security 2.8] allows five codes in half an hour, in one step or in two", async () => {
    const { host, iris, secret, enter, fetchKey } = await withFactor();
    const { login_ticket } = (await enter()).body;
    const step = (code: string) => new Browser(host).ask("POST", "/login/second_factor", { login_ticket, code });
    expect((await step("000000")).status).toBe(401);
    expect((await step("111111")).status).toBe(401);
    expect((await enter("222222")).status).toBe(401);
    expect((await fetchKey({ second_factor_code: "333333" })).status).toBe(401);
    for (const refused of [await step(codeOf(secret)), await enter(codeOf(secret)), await fetchKey()]) {
      expect(refused.status).toBe(429);
    }
    await advanceClock(iris, 31 * MINUTE);
    expect((await enter(codeOf(secret, 62))).status).toBe(200);
  });

  test("[security 8.2] requires the code for an API key too", async () => {
    const { noah, secret, fetchKey } = await withFactor();
    const { status, body } = await fetchKey();
    expect([status, body]).toEqual([
      401,
      {
        result: "error",
        code: "SECOND_FACTOR_REQUIRED",
        msg: "This account has two-factor authentication: enter a code from its authenticator app, or a recovery code, too.",
      },
    ]);
    const { api_key } = await noah.ok(fetchKey({ second_factor_code: codeOf(secret) }));
    expect((await new Person(noah.host, noah.email, api_key).get("/users/me")).status).toBe(200);
    // Existing keys still work.
    expect((await noah.get("/users/me")).status).toBe(200);
  });

  test("[security 7.2] does not require the code for a developer login or a passkey", async () => {
    const { host, noah, browser } = await withFactor();
    const authenticator = await addPasskey(browser);
    expect((await logInWithPasskey(new Browser(host), authenticator)).status).toBe(200);
    expect((await (await browserOf(host, noah.email)).ask("GET", "/users/me")).status).toBe(200);
  });

  test("[security 5.9] requires the code even after a password reset, which starts no session", async () => {
    const { host, iris, noah, secret } = await withFactor();
    await stranger(noah).ok(stranger(noah).post("/password_reset", { email: noah.email }));
    const path = await linkInMailTo(iris, noah.email, 2);
    const browser = new Browser(host);
    const saved = await browser.fetch("POST", path, { password: "a new password" });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, "/login/"]);
    expect(browser.cookies.has("sessionid")).toBe(false);
    const login = { username: noah.email, password: "a new password" };
    expect((await browser.ask("POST", "/login", login)).body.code).toBe("SECOND_FACTOR_REQUIRED");
    expect((await browser.ask("POST", "/login", { ...login, second_factor_code: codeOf(secret) })).status).toBe(200);
  });

  test("asks for the code on a separate page", async () => {
    const { host, noah, secret } = await withFactor();
    const browser = new Browser(host);
    const first = await browser.fetch("POST", "/login/?next=%2F%23inbox", { username: noah.email, password: PASSWORD });
    const page = await first.text();
    expect(page).toContain('autocomplete="one-time-code"');
    expect(page).not.toContain(PASSWORD);
    const [, login_ticket = ""] = /name="login_ticket" value="([^"]+)"/.exec(page) ?? [];
    const wrong = await browser.fetch("POST", "/login/?next=%2F%23inbox", { login_ticket, code: "000000" });
    expect([wrong.status, await wrong.text()]).toEqual([401, expect.stringContaining("This code is wrong")]);
    const right = await browser.fetch("POST", "/login/?next=%2F%23inbox", { login_ticket, code: codeOf(secret) });
    expect([right.status, right.headers.get("location")]).toEqual([303, "/#inbox"]);
    expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
    const late = await visitPage(host, "/login/", { login_ticket: "1.2.3", code: "1" });
    expect([late.status, await late.text()]).toEqual([401, expect.stringContaining('name="password"')]);
  });
});

test("a user who disables the second factor can log in with just the password", async () => {
  const { browser, enter, iris, noah } = await withFactor();
  await succeeds(browser.ask("DELETE", "/users/me/second_factor"));
  expect((await browser.ask("DELETE", "/users/me/second_factor")).status).toBe(400);
  expect((await enter()).status).toBe(200);
  const mails = await mailsTo(iris, noah.email, 2);
  expect(mails.map(({ text }: Json) => text).join()).toContain("Two-factor authentication is off");
});

describe("an organization's second factor requirement", () => {
  const demanding = async (role = 400) => {
    const cast = await realm();
    await cast.iris.ok(cast.iris.patch("/realm", { second_factor_required_role: role }));
    return cast;
  };

  test("[security 8.5] limits users of a role or higher to setting up a second factor until they have one", async () => {
    const { host, noah, gus } = await demanding();
    const browser = new Browser(host);
    const login = { username: noah.email, password: PASSWORD };
    expect((await browser.ask("POST", "/login", login)).body.owes_setup).toBe(true);
    for (const [method, path] of [
      ["GET", "/users/me"],
      ["POST", "/register"],
      ["GET", "/events"],
      ["GET", "/messages"],
      ["PATCH", "/settings"],
      ["POST", "/users/me/api_key/regenerate"],
    ] as const) {
      const { status, body } = await browser.ask(method, path);
      expect([status, body.code], path).toEqual([403, "SECOND_FACTOR_SETUP_REQUIRED"]);
    }
    expect((await browser.fetch("GET", "/login/")).headers.get("location")).toBe("/accounts/second-factor/");
    await setUpSecondFactor(browser);
    expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
    expect((await succeeds((await logIn(host, gus.email, PASSWORD)).ask("GET", "/users/me"))).user_id).toBe(gus.id);
  });

  test("is met by adding a passkey, which ends the user's other sessions and cannot be removed", async () => {
    const { host, noah } = await demanding();
    const browser = await logIn(host, noah.email, PASSWORD);
    const other = await logIn(host, noah.email, PASSWORD);
    const authenticator = await addPasskey(browser);
    expect((await other.ask("POST", "/users/me/second_factor")).status).toBe(401);
    expect((await browser.ask("DELETE", "/users/me/passkeys/1")).body.msg).toBe(
      "This organization requires a passkey or two-factor authentication.",
    );
    expect((await succeeds(browser.ask("GET", "/users/me/passkeys"))).passkeys).toHaveLength(1);
    const login = { username: noah.email, password: PASSWORD };
    expect((await new Browser(host).ask("POST", "/login", login)).body.code).toBe("PASSKEY_REQUIRED");
    expect((await stranger(noah).post("/fetch_api_key", login)).body.code).toBe("PASSKEY_REQUIRED");
    expect((await logInWithPasskey(new Browser(host), authenticator)).status).toBe(200);
    await setUpSecondFactor(browser);
    await succeeds(browser.ask("DELETE", "/users/me/passkeys/1"));
    expect((await browser.ask("DELETE", "/users/me/second_factor")).status).toBe(400);
  });

  test("refuses new keys for users without a second factor, but keeps existing ones valid", async () => {
    const { host, noah, iris } = await demanding(200);
    const fetchKey = (username: string, password: string) =>
      stranger({ host }).post("/fetch_api_key", { username, password });
    const { status, body } = await fetchKey(iris.email, OWNER_PASSWORD);
    expect([status, body.code]).toEqual([403, "SECOND_FACTOR_SETUP_REQUIRED"]);
    expect((await iris.get("/users/me")).status).toBe(200);
    expect((await fetchKey(noah.email, PASSWORD)).status).toBe(200);
    await iris.ok(iris.patch("/realm", { second_factor_required_role: "nobody" }));
    expect((await fetchKey(iris.email, OWNER_PASSWORD)).status).toBe(200);
  });

  test("lets a user without a second factor log out, and ends their session after an hour", async () => {
    const { host, iris, noah } = await demanding();
    const browser = await logIn(host, noah.email, PASSWORD);
    await succeeds(browser.ask("POST", "/logout"));
    const other = await logIn(host, noah.email, PASSWORD);
    await advanceClock(iris, 60 * MINUTE);
    expect((await other.ask("GET", "/users/me/second_factor")).status).toBe(401);
  });

  test("can be changed only by administrators", async () => {
    const { mona, iris } = await realm();
    expect((await mona.patch("/realm", { second_factor_required_role: 400 })).status).toBe(400);
    expect((await iris.patch("/realm", { second_factor_required_role: 500 })).status).toBe(400);
    expect((await iris.post("/register")).body.realm_second_factor_required_role).toBeNull();
  });
});

describe("a lost second factor is removed", () => {
  test("[security 9.6] by an administrator, together with passkeys, with an email and a log entry", async () => {
    const { host, iris, omar, noah, browser, enter } = await withFactor();
    const authenticator = await addPasskey(browser);
    // A stolen key isn't enough.
    expect((await omar.delete(`/users/${noah.id}/second_factor`)).body.code).toBe("FRESH_LOGIN_REQUIRED");
    const administrator = await logIn(host, omar.email, PASSWORD);
    await succeeds(administrator.ask("DELETE", `/users/${noah.id}/second_factor`));
    expect((await enter()).status).toBe(200);
    expect((await logInWithPasskey(new Browser(host), authenticator)).body.code).toBe("PASSKEY_REFUSED");
    const mails = await mailsTo(iris, noah.email, 3);
    expect(mails.map(({ text }: Json) => text).join()).toContain("Omar Example removed two-factor authentication");
  });

  test("[security 9.6] for owners only by owners, never for oneself, and not by members", async () => {
    const { host, iris, omar, noah, mona } = await newCast();
    expect((await omar.delete(`/users/${iris.id}/second_factor`)).body.msg).toBe("Must be an organization owner");
    expect((await omar.delete(`/users/${omar.id}/second_factor`)).body.msg).toBe(
      "You can't do this for your own account.",
    );
    expect((await mona.delete(`/users/${noah.id}/second_factor`)).body.msg).toBe(
      "Must be an organization administrator",
    );
    const owner = await logIn(host, iris.email, OWNER_PASSWORD);
    await succeeds(owner.ask("DELETE", `/users/${omar.id}/second_factor`));
  });

  test("by the server's operator, for the only owner", async () => {
    const { host, iris } = await realm();
    const subdomain = host.replace(".localhost", "");
    await setUpSecondFactor(await logIn(host, iris.email, OWNER_PASSWORD));
    const login = { username: iris.email, password: OWNER_PASSWORD };
    const operator = new Person("localhost", "", "");
    const ask = (setup_token: string) =>
      operator.post("/organizations/second_factor/reset", { subdomain, email: iris.email, setup_token });
    expect((await ask("anything")).body.msg).toBe("This needs a server with a setup token.");
    await withEnv({ SETUP_TOKEN: "a token" }, async () => {
      expect((await ask("another")).status).toBe(401);
      expect((await stranger(iris).post("/fetch_api_key", login)).status).toBe(401);
      await operator.ok(ask("a token"));
    });
    expect((await stranger(iris).post("/fetch_api_key", login)).status).toBe(200);
  });
});
