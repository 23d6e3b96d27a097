import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { Authenticator, type Wrongs } from "../../../support/authenticator.ts";
import { Browser, browserOf } from "../../../support/browser.ts";
import { addPasskey, authenticatorFor, logIn, logInWithPasskey, succeeds } from "../../../support/log-in.ts";
import { mailsTo } from "../../../support/mail.ts";
import { advanceClock } from "../../../support/object.ts";
import { casts, PASSWORD, realm } from "../../../support/organization.ts";

const newCast = casts();
const MINUTE = 60_000;

async function noahsBrowser() {
  const cast = await newCast();
  return { ...cast, browser: await logIn(cast.host, cast.noah.email, PASSWORD) };
}

test.each(["ES256", "EdDSA", "RS256"] as const)("a user with a %s passkey logs in without a password", async (alg) => {
  const { host, noah, browser } = await noahsBrowser();
  const authenticator = await addPasskey(browser, new Authenticator(`http://${host}`, alg));
  const other = new Browser(host);
  const { status, body } = await logInWithPasskey(other, authenticator);
  expect([status, body]).toEqual([
    200,
    { result: "success", msg: "", email: noah.email, user_id: noah.id, owes_setup: false },
  ]);
  expect((await other.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
});

test("[security 9.5] passkeys have names and the time of their last use, and only their account can change them", async () => {
  const { host, iris, mia, noah } = await realm();
  const browser = await logIn(host, noah.email, PASSWORD);
  const authenticator = await addPasskey(browser);
  const list = async () => (await succeeds(browser.ask("GET", "/users/me/passkeys"))).passkeys;
  const [passkey] = await list();
  expect(passkey).toEqual({ id: 1, name: "My key", created_at: expect.any(Number), last_used_at: null });
  await logInWithPasskey(new Browser(host), authenticator);
  expect((await list())[0].last_used_at).toEqual(expect.any(Number));
  await succeeds(browser.ask("PATCH", "/users/me/passkeys/1", { name: " Laptop " }));
  expect((await list())[0].name).toBe("Laptop");
  expect((await browser.ask("PATCH", "/users/me/passkeys/1", { name: " " })).body.msg).toBe("name cannot be blank");

  const hers = await logIn(host, mia.email, PASSWORD);
  expect((await hers.ask("PATCH", "/users/me/passkeys/1", { name: "Mine" })).status).toBe(404);
  expect((await hers.ask("DELETE", "/users/me/passkeys/1")).status).toBe(404);
  await succeeds(browser.ask("DELETE", "/users/me/passkeys/1"));
  expect(await list()).toEqual([]);
  const { status, body } = await logInWithPasskey(new Browser(host), authenticator);
  expect([status, body.code]).toEqual([400, "PASSKEY_REFUSED"]);
  const mails = await mailsTo(iris, noah.email, 2);
  expect(mails.map(({ text }) => text).join()).toMatch(/“Laptop” was removed[\s\S]*new passkey, “My key”/);
});

test("[security 7.1] the creation options request a discoverable, user-verified credential bound to the host", async () => {
  const { host, browser, noah } = await noahsBrowser();
  await addPasskey(browser);
  const { options } = await succeeds(browser.ask("POST", "/users/me/passkeys/begin"));
  expect(options).toMatchObject({
    rp: { id: host, name: "Test" },
    user: { name: noah.email, displayName: "Noah Example" },
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    excludeCredentials: [{ type: "public-key" }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  });
  const login = await succeeds(new Browser(host).ask("POST", "/login/passkey/begin"));
  expect(login.options).toMatchObject({ rpId: host, userVerification: "required", allowCredentials: [] });
});

const wrongs: readonly (readonly [string, Wrongs])[] = [
  ["another type", { type: "webauthn.other" }],
  ["another challenge", { challenge: "AAAA" }],
  ["another origin", { origin: "https://example.com" }],
  ["the same host by another scheme", { origin: "https://localhost" }],
  ["a frame of another site", { crossOrigin: true }],
  ["another host", { rpId: "example.com" }],
  ["nobody present", { flags: 0x04 }],
  ["nobody verified", { flags: 0x01 }],
  ["an extension that is not there", { flags: 0x85 }],
  ["bytes too many", { data: (data) => Buffer.concat([data, Buffer.from([0])]) }],
  ["bytes too few", { data: (data) => data.subarray(0, -1) }],
  ["hardly any bytes", { data: () => Buffer.alloc(1) }],
];

describe("a passkey is not registered", () => {
  test.each([
    ...wrongs,
    ["bytes behind", { bytes: (bytes) => Buffer.concat([bytes, bytes]) }],
    ["nothing of a credential", { data: (data) => data.subarray(0, 37) }],
  ] as readonly (readonly [string, Wrongs])[])("from a response with %s", async (_, wrong) => {
    const { browser } = await noahsBrowser();
    const { token, options } = await succeeds(browser.ask("POST", "/users/me/passkeys/begin"));
    const credential = authenticatorFor(browser).create(options, wrong);
    const { status, body } = await browser.ask("POST", "/users/me/passkeys", { token, credential, name: "x" });
    expect([status, body.code]).toEqual([400, "PASSKEY_REFUSED"]);
  });

  test("[security 7.3] twice with one challenge, with another session's challenge, or too late", async () => {
    const { host, iris, noah, browser } = await noahsBrowser();
    const begin = () => succeeds(browser.ask("POST", "/users/me/passkeys/begin"));
    const authenticator = authenticatorFor(browser);
    const { token, options } = await begin();
    const send = async (from: Browser, sent = token, challenge = options) =>
      (
        await from.ask("POST", "/users/me/passkeys", {
          token: sent,
          credential: authenticator.create(challenge),
          name: "x",
        })
      ).body.code;
    expect(await send(await logIn(host, noah.email, PASSWORD))).toBe("PASSKEY_TIMEOUT");
    expect(await send(browser)).toBeUndefined();
    expect(await send(browser)).toBe("PASSKEY_TIMEOUT");
    expect(await send(browser, `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`)).toBe("PASSKEY_TIMEOUT");
    expect(await send(browser, "nonsense")).toBe("PASSKEY_TIMEOUT");
    const later = await begin();
    await advanceClock(iris, 5 * MINUTE);
    expect(await send(browser, later.token, later.options)).toBe("PASSKEY_TIMEOUT");
  });

  test("from a credential that is already known", async () => {
    const { host, mia, browser } = await noahsBrowser();
    const authenticator = authenticatorFor(browser);
    const first = await succeeds(browser.ask("POST", "/users/me/passkeys/begin"));
    const credential = authenticator.create(first.options, { counter: 1 });
    await succeeds(browser.ask("POST", "/users/me/passkeys", { token: first.token, credential, name: "x" }));
    const hers = await logIn(host, mia.email, PASSWORD);
    const { token, options } = await succeeds(hers.ask("POST", "/users/me/passkeys/begin"));
    const clientDataJSON = authenticator.create(options).response.clientDataJSON;
    const copied = { ...credential, response: { ...credential.response, clientDataJSON } };
    const { body } = await hers.ask("POST", "/users/me/passkeys", { token, credential: copied, name: "x" });
    expect(body.code).toBe("PASSKEY_REFUSED");
  });

  test("[security 9.2] with an API key, or in a browser without a recent login", async () => {
    const { iris, noah, browser } = await noahsBrowser();
    expect((await noah.post("/users/me/passkeys/begin")).body.code).toBe("FRESH_LOGIN_REQUIRED");
    await addPasskey(browser);
    await advanceClock(iris, 15 * MINUTE);
    for (const [method, path] of [
      ["POST", "/users/me/passkeys/begin"],
      ["DELETE", "/users/me/passkeys/1"],
    ] as const) {
      const { status, body } = await browser.ask(method, path);
      expect([status, body.code]).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
    }
    expect((await succeeds(browser.ask("GET", "/users/me/passkeys"))).passkeys).toHaveLength(1);
  });
});

describe("a passkey login is refused", () => {
  test.each([
    ...wrongs,
    ["another account's name", { userHandle: "AAAA" }],
    ["another signature", { bytes: (bytes) => Buffer.from(bytes.map((byte, at) => (at === 20 ? byte ^ 1 : byte))) }],
    ["a signature of another form", { bytes: (bytes) => Buffer.concat([bytes, Buffer.from([0])]) }],
    ["an empty signature", { bytes: () => Buffer.from([0]) }],
  ] as readonly (readonly [string, Wrongs])[])("[security 7.1, 7.2] with %s in the response", async (_, wrong) => {
    const { host, browser } = await noahsBrowser();
    const authenticator = await addPasskey(browser);
    const other = new Browser(host);
    const { token, options } = await succeeds(other.ask("POST", "/login/passkey/begin"));
    const credential = authenticator.get(options, wrong);
    const { status, body } = await other.ask("POST", "/login/passkey", { token, credential });
    expect([status, body.code]).toEqual([400, "PASSKEY_REFUSED"]);
    expect(other.cookies.has("sessionid")).toBe(false);
  });

  test("[security 7.3] for a repeated response, one that another browser requested, or a late one", async () => {
    const { host, iris, browser } = await noahsBrowser();
    const authenticator = await addPasskey(browser);
    const one = new Browser(host);
    const begin = () => succeeds(one.ask("POST", "/login/passkey/begin"));
    const { token, options } = await begin();
    const credential = authenticator.get(options);
    const other = new Browser(host);
    await succeeds(other.ask("POST", "/login/passkey/begin"));
    for (const [from, code] of [
      [new Browser(host), "PASSKEY_TIMEOUT"],
      [other, "PASSKEY_TIMEOUT"],
      [one, undefined],
      [one, "PASSKEY_TIMEOUT"],
    ] as const) {
      expect((await from.ask("POST", "/login/passkey", { token, credential })).body.code).toBe(code);
    }
    const later = await begin();
    await advanceClock(iris, 5 * MINUTE);
    const late = { token: later.token, credential: authenticator.get(later.options) };
    expect((await one.ask("POST", "/login/passkey", late)).body.code).toBe("PASSKEY_TIMEOUT");
  });

  test("with a registration challenge, as a user other than the expected one, or for a deactivated account", async () => {
    const { host, iris, noah, mia, browser } = await noahsBrowser();
    const authenticator = await addPasskey(browser);
    const registration = await succeeds(browser.ask("POST", "/users/me/passkeys/begin"));
    const other = new Browser(host);
    const { token, options } = await succeeds(other.ask("POST", "/login/passkey/begin"));
    const sent = { token, credential: authenticator.get(options) };
    const wrong = { token: registration.token, credential: authenticator.get(registration.options) };
    expect((await other.ask("POST", "/login/passkey", wrong)).body.code).toBe("PASSKEY_TIMEOUT");
    expect((await other.ask("POST", "/login/passkey", { ...sent, user_id: mia.id })).body.code).toBe("PASSKEY_REFUSED");
    await iris.ok(iris.delete(`/users/${noah.id}`));
    expect((await other.ask("POST", "/login/passkey", sent)).body.code).toBe("USER_DEACTIVATED");
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    await succeeds(other.ask("POST", "/login/passkey", { ...sent, user_id: noah.id }));
  });

  test("[security 7.4] if the authenticator's counter shows that it was copied", async () => {
    const { host, browser } = await noahsBrowser();
    const authenticator = await addPasskey(browser);
    const by = async (counter: number) => {
      const other = new Browser(host);
      const { token, options } = await succeeds(other.ask("POST", "/login/passkey/begin"));
      const credential = authenticator.get(options, { counter });
      return (await other.ask("POST", "/login/passkey", { token, credential })).status;
    };
    expect([await by(0), await by(0), await by(7), await by(7), await by(0), await by(8)]).toEqual([
      200, 200, 200, 400, 400, 200,
    ]);
  });
});

test("a passkey can be added after a developer login", async () => {
  const { host, noah } = await realm();
  const browser = await browserOf(host, noah.email);
  const authenticator = await addPasskey(browser);
  expect((await logInWithPasskey(new Browser(host), authenticator)).status).toBe(200);
  expect(limits.account.passkeys).toBe(25);
});

test("bots cannot have passkeys", async () => {
  const { noah, bot } = await realm();
  const robot = await bot(noah);
  expect((await robot.get("/users/me/passkeys")).body.msg).toBe("This endpoint does not accept bot requests.");
});
