import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { fillTable } from "../../../limits/fill-table.ts";
import { Browser, browserOf } from "../../../support/browser.ts";
import { changeUser } from "../../../support/log-in.ts";
import { linkInMailTo, mailsTo, visitPage } from "../../../support/mail.ts";
import { notesTo } from "../../../support/messages.ts";
import { advanceClock, evict, withConfig, withEnv } from "../../../support/object.ts";
import { type Cast, casts, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";

const newCast = casts();

const NEW = "a new and longer sentence";
const PAGE = "/accounts/password/reset/";
const HOUR = 3_600_000;
const GERMAN = { "Accept-Language": "de" };
const stranger = ({ host }: { host: string }) => new Person(host, "", "");
const ask = (cast: { host: string }, email: string, address = "") =>
  stranger(cast).send("POST", "/password_reset", { email }, address === "" ? {} : { "cf-connecting-ip": address });
const keyIn = (path: string) => path.split("/").at(-2) ?? "";
const logIn = async (who: { host: string }, username: string, password: string) =>
  (await stranger(who).post("/fetch_api_key", { username, password })).status;

/** Requests a password reset for noah, and returns the path of the link in the email. */
async function asked({ host, iris, noah }: Cast, count = 1): Promise<string> {
  await stranger({ host }).ok(ask({ host }, noah.email));
  return linkInMailTo(iris, noah.email, count);
}

test("a user who forgot their password gets a link, sets a new one, and is logged in", async () => {
  const { host, iris, noah } = await realm();
  expect(await (await visitPage(host, "/login/")).text()).toContain(`href="${PAGE}"`);
  const form = await visitPage(host, PAGE);
  expect([form.status, await form.text()]).toEqual([200, expect.stringContaining('name="email"')]);
  const sent = await visitPage(host, PAGE, { email: noah.email.toUpperCase() });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining("Check your email")]);
  const path = await linkInMailTo(iris, noah.email);
  expect(path).toMatch(/^\/accounts\/password\/reset\/[A-Za-z0-9]{32}\/$/);

  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["password.reset_requested"] }));
  expect(entries).toMatchObject([{ actor: { type: "anonymous" }, entity: { type: "user", id: String(noah.id) } }]);
  expect(JSON.stringify(entries)).not.toContain(keyIn(path));

  // Opening the page changes nothing, even repeatedly.
  for (let i = 0; i < 2; i++) {
    const page = await visitPage(host, path);
    const text = await page.text();
    expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "same-origin"]);
    for (const part of [`value="${noah.email}" readonly`, 'autocomplete="new-password"', 'name="end_api_keys"'])
      expect(text).toContain(part);
  }
  expect(await logIn(noah, noah.email, PASSWORD)).toBe(200);

  const browser = new Browser(host);
  for (const password of ["short", "123456", `${noah.email.split("@")[0]}2026`]) {
    const weak = await browser.fetch("POST", path, { password });
    expect([weak.status, await weak.text()]).toEqual([400, expect.stringContaining("New password is too weak!")]);
  }
  const saved = await browser.fetch("POST", path, { password: NEW });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, "/"]);
  expect((await browser.ask("GET", "/users/me")).body.user_id).toBe(noah.id);
  expect(await logIn(noah, noah.email, PASSWORD)).toBe(401);
  expect(await logIn(noah, noah.email, NEW)).toBe(200);

  // The link worked once.
  const again = await browser.fetch("POST", path, { password: PASSWORD });
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining("Send me another link")]);
  expect(await logIn(noah, noah.email, NEW)).toBe(200);
});

describe("a password reset", () => {
  test("ends all sessions and API keys", async () => {
    const cast = await newCast();
    const { host, noah } = cast;
    const other = await browserOf(host, noah.email);
    const reply = await stranger(cast).post(`/password_reset/${keyIn(await asked(cast))}`, { password: NEW });
    expect(reply.body).toMatchObject({ result: "success", user_id: noah.id, email: noah.email });
    expect((await other.ask("GET", "/users/me")).status).toBe(401);
    expect((await noah.get("/users/me")).body.code).toBe("INVALID_API_KEY");
  });

  test("keeps the API keys if the user chooses this", async () => {
    const cast = await newCast();
    const { host, noah } = cast;
    const other = await browserOf(host, noah.email);
    // A form omits the field of an unchecked box.
    expect((await visitPage(host, await asked(cast), { password: NEW, end_api_keys: "true" })).status).toBe(303);
    expect((await noah.get("/users/me")).body.code).toBe("INVALID_API_KEY");
    const { mia } = cast;
    await stranger(cast).ok(ask(cast, mia.email));
    expect((await visitPage(host, await linkInMailTo(cast.iris, mia.email), { password: NEW })).status).toBe(303);
    expect((await mia.get("/users/me")).status).toBe(200);
    expect((await other.ask("GET", "/users/me")).status).toBe(401);
  });

  test("keeps the keys of bots, and other users' logins", async () => {
    const cast = await newCast();
    const { noah, mia } = cast;
    const robot = await cast.bot(noah);
    await stranger(cast).ok(stranger(cast).post(`/password_reset/${keyIn(await asked(cast))}`, { password: NEW }));
    expect((await robot.get("/users/me")).status).toBe(200);
    expect((await mia.get("/users/me")).status).toBe(200);
  });

  test("resets the count of wrong passwords", async () => {
    const cast = await newCast();
    const { noah } = cast;
    for (let i = 0; i < 5; i++) await logIn(noah, noah.email, "wrong");
    expect(await logIn(noah, noah.email, PASSWORD)).toBe(429);
    await stranger(cast).ok(stranger(cast).post(`/password_reset/${keyIn(await asked(cast))}`, { password: NEW }));
    expect(await logIn(noah, noah.email, NEW)).toBe(200);
  });
});

describe("a password reset link is not accepted", () => {
  const isGood = async ({ host }: Cast, path: string) => (await visitPage(host, path)).status === 200;

  test("[security 5.1] after an hour, but is accepted until then, even after a restart", async () => {
    const cast = await newCast();
    const path = await asked(cast);
    await evict(cast.iris);
    await advanceClock(cast.iris, HOUR - 5000);
    expect(await isGood(cast, path)).toBe(true);
    await advanceClock(cast.iris, 5000);
    expect(await isGood(cast, path)).toBe(false);
    expect((await visitPage(cast.host, path, { password: NEW })).status).toBe(404);
    expect(await logIn(cast.noah, cast.noah.email, PASSWORD)).toBe(200);
  });

  test("after another one is requested", async () => {
    const cast = await newCast();
    const first = await asked(cast);
    const second = await asked(cast, 2);
    expect([await isGood(cast, first), await isGood(cast, second)]).toEqual([false, true]);
  });

  test("[security 5.2, 9.8] after the password is changed in another way", async () => {
    const cast = await newCast();
    const path = await asked(cast);
    await cast.noah.ok(cast.noah.patch("/settings", { old_password: PASSWORD, new_password: NEW }));
    expect(await isGood(cast, path)).toBe(false);
  });

  test("[security 5.2] after the account gets a different address", async () => {
    const cast = await newCast();
    const { iris, noah } = cast;
    const path = await asked(cast);
    await changeUser(iris, noah, { new_email: "noah@elsewhere.example" });
    expect(await isGood(cast, path)).toBe(false);
    await changeUser(iris, noah, { new_email: noah.email.toUpperCase() });
    expect(await isGood(cast, path)).toBe(false);
  });

  test("[security 5.2] after the account is deactivated, even once it is reactivated", async () => {
    const cast = await newCast();
    const { iris, noah } = cast;
    const path = await asked(cast);
    await iris.ok(iris.delete(`/users/${noah.id}`));
    expect(await isGood(cast, path)).toBe(false);
    await iris.ok(iris.post(`/users/${noah.id}/reactivate`));
    expect(await isGood(cast, path)).toBe(false);
  });

  test("[security 5.1] for the second of two simultaneous uses", async () => {
    const cast = await newCast();
    const path = await asked(cast);
    const pages = await Promise.all([
      visitPage(cast.host, path, { password: `${NEW} one` }),
      visitPage(cast.host, path, { password: `${NEW} two` }),
    ]);
    expect(pages.map(({ status }) => status).sort()).toEqual([303, 404]);
    const works = [
      await logIn(cast.noah, cast.noah.email, `${NEW} one`),
      await logIn(cast.noah, cast.noah.email, `${NEW} two`),
    ];
    expect(works).toEqual(pages.map(({ status }) => (status === 303 ? 200 : 401)));
  });

  test("in another organization", async () => {
    const [one, other] = [await realm(), await realm()];
    expect(await isGood(other, await asked(one))).toBe(false);
  });
});

describe("a password reset does not reveal who has an account:", () => {
  test("[security 5.3] the response is the same for every address", async () => {
    const cast = await newCast();
    const { host, iris, noah, mia } = cast;
    const robot = await cast.bot(noah);
    await iris.ok(iris.delete(`/users/${mia.id}`));
    const answers = new Set<string>();
    for (const email of [noah.email, mia.email, robot.email, "nobody@example.org"]) {
      const { status, body, headers } = await ask(cast, email);
      const page = await visitPage(host, PAGE, { email });
      answers.add(JSON.stringify([status, body, headers.get("set-cookie"), (await page.text()).replace(email, "")]));
    }
    expect([...answers]).toHaveLength(1);
  });

  test("only the email says whether there is an account, in its reader's language", async () => {
    const { host, iris, noah, mia } = await realm();
    await noah.ok(noah.patch("/settings", { default_language: "de" }));
    await iris.ok(iris.delete(`/users/${mia.id}`));
    for (const email of [noah.email, mia.email, "nobody@example.org"]) await ask({ host }, email);
    const [toNoah] = await mailsTo(iris, noah.email);
    expect([toNoah?.subject, toNoah?.text]).toEqual([
      "Setze dein Passwort für Test zurück",
      expect.stringContaining("Hallo Noah"),
    ]);
    const [toMia] = await mailsTo(iris, mia.email);
    expect([toMia?.url, toMia?.text]).toEqual([null, expect.stringContaining("is deactivated")]);
    const [toNobody] = await mailsTo(iris, "nobody@example.org");
    expect([toNobody?.url, toNobody?.text]).toEqual([
      null,
      expect.stringContaining("No account there has this email address"),
    ]);
    await iris.ok(iris.patch("/realm", { default_language: "de" }));
    await ask({ host }, "niemand@example.org");
    expect((await mailsTo(iris, "niemand@example.org"))[0]?.text).toContain("gibt es dort kein Konto");
  });

  test("bots get no emails", async () => {
    const cast = await realm();
    const robot = await cast.bot(cast.noah);
    await ask(cast, robot.email);
    await asked(cast);
    const { mails } = await cast.iris.ok(cast.iris.get("/dev/mail"));
    expect(mails.map(({ to }: Json) => to)).toEqual([cast.noah.email]);
  });
});

describe("password reset emails are limited:", () => {
  const lettersTo = async ({ iris }: Cast, email: string) => {
    const { mails } = await iris.ok(iris.get("/dev/mail"));
    return mails.filter(({ to }: Json) => to === email).length;
  };
  /** Waits until previously requested emails have been sent. */
  const settle = async (cast: Cast, from: string) => {
    await stranger(cast).ok(ask(cast, cast.mia.email, from));
    await mailsTo(cast.iris, cast.mia.email);
  };

  test("[security 5.4] an address gets at most two an hour and five a day, and excess requests are ignored silently", async () => {
    const cast = await realm();
    let from = 0;
    const more = async () => {
      from += 1;
      await stranger(cast).ok(ask(cast, from % 2 ? cast.noah.email : cast.noah.email.toUpperCase(), `192.0.2.${from}`));
    };
    for (let i = 0; i < 4; i++) await more();
    const [second] = await mailsTo(cast.iris, cast.noah.email, 2);
    await advanceClock(cast.iris, HOUR - 10_000);
    await more();
    // The last link still works, because requests without an email don't end it.
    expect((await visitPage(cast.host, new URL(second?.url).pathname)).status).toBe(200);
    for (let i = 0; i < 8; i++) {
      await advanceClock(cast.iris, HOUR);
      await more();
    }
    await settle(cast, "192.0.2.200");
    expect(await lettersTo(cast, cast.noah.email)).toBe(5);
    await advanceClock(cast.iris, 24 * HOUR);
    await more();
    expect(await mailsTo(cast.iris, cast.noah.email, 6)).toHaveLength(6);
  });

  test("[conventions 6] an IP address can cause at most five a day, counted together with invitations", async () => {
    const cast = await newCast();
    const { invite_link } = await cast.iris.ok(cast.iris.post("/invites/multiuse"));
    const join = (email: string) =>
      stranger(cast).send(
        "POST",
        `${new URL(invite_link).pathname}email`,
        { email },
        { "cf-connecting-ip": "192.0.2.1" },
      );
    for (let i = 0; i < 2; i++) await stranger(cast).ok(join(`n${i}@example.org`));
    for (let i = 0; i < 3; i++) await stranger(cast).ok(ask(cast, `p${i}@example.org`, "192.0.2.1"));
    const refused = await ask(cast, cast.noah.email, "192.0.2.1");
    expect([refused.status, refused.body.code]).toEqual([429, "RATE_LIMIT_HIT"]);
    expect((await join("n9@example.org")).status).toBe(429);
    const page = await visitPage(cast.host, PAGE, { email: "x@example.org" }, { "cf-connecting-ip": "192.0.2.1" });
    expect([page.status, await page.text()]).toEqual([429, expect.stringMatching(/Try again in \d+ hours/)]);
    await stranger(cast).ok(ask(cast, cast.noah.email, "192.0.2.2"));
    await advanceClock(cast.iris, 24 * HOUR);
    await stranger(cast).ok(ask(cast, cast.noah.email, "192.0.2.1"));
  });

  test("[security 5.4] addresses without an account do not use up the limit of others", async () => {
    const cast = await realm();
    const now = Math.floor(Date.now() / 1000);
    const columns = { email: "'u' || i || '@example.org'", is_known: 0, sent_at: now };
    await fillTable(cast.iris, { table: "password_reset_letters", columns }, limits.organization.letters_to_unknown);
    await stranger(cast).ok(ask(cast, "another@example.org", "192.0.2.1"));
    await settle(cast, "192.0.2.2");
    expect(await lettersTo(cast, "another@example.org")).toBe(0);
  });
});

describe("a password reset is refused", () => {
  test("on a server without email, whose page explains who can help", async () => {
    const cast = await realm();
    await withConfig(cast.iris, { mail: "none" }, async () => {
      const { status, body } = await ask(cast, cast.noah.email);
      expect([status, body.msg]).toEqual([400, expect.stringContaining("can't send email")]);
    });
    await withEnv({ DEV_LOGIN: "" }, async () => {
      const text = await (await visitPage(cast.host, PAGE)).text();
      expect(text).toContain("Ask an administrator for one");
      expect(text).toContain("parley operator password EMAIL");
      expect(text).not.toContain("<form");
      const login = await (await visitPage(cast.host, "/login/")).text();
      expect(login).toContain("Ask an administrator for help: this server can&#39;t send email.");
      expect(login).not.toContain("/accounts/password/reset");
    });
  });

  test("if the organization disabled passwords, even with an earlier link", async () => {
    const cast = await realm();
    const { host, iris, noah } = cast;
    const path = await asked(cast);
    await iris.ok(iris.patch("/realm", { authentication_methods: { Email: false } }));
    expect((await ask(cast, noah.email)).body.code).toBe("PASSWORD_AUTH_DISABLED");
    for (const page of [await visitPage(host, PAGE), await visitPage(host, path)]) {
      const text = await page.text();
      expect(text).toContain("Password login is turned off here");
      expect(text).not.toContain("<form");
    }
    expect((await stranger(cast).post(`/password_reset/${keyIn(path)}`, { password: NEW })).status).toBe(401);
  });

  test.each(["unknown", "x".repeat(5000), "%3Cscript%3E", "..%2F..", "%00", "done"])("for the key %s", async (key) => {
    const { host } = await newCast();
    for (const form of [undefined, { password: NEW }]) {
      const page = await visitPage(host, `${PAGE}${key}/`, form, GERMAN);
      expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      const text = await page.text();
      expect(text).not.toContain("<script");
    }
  });

  test("for an invalid address", async () => {
    const { host } = await newCast();
    const page = await visitPage(host, PAGE, { email: `"><b>x` }, GERMAN);
    const text = await page.text();
    expect([page.status, text]).toEqual([400, expect.stringContaining("Gib eine gültige E-Mail-Adresse ein.")]);
    expect(text).not.toContain("<b>");
  });

  test("for pages of other sites, so that they cannot log anyone in", async () => {
    const cast = await newCast();
    const path = await asked(cast);
    const browser = new Browser(cast.host);
    await browser.fetch("POST", path, { password: NEW }, { Origin: "https://evil.example" });
    expect([...browser.cookies]).toEqual([]);
  });
});

describe("a password link to hand over on a server without email", () => {
  const withoutMail = ({ iris }: Cast, run: () => Promise<void>) => withConfig(iris, { mail: "none" }, run);
  const linkOf = (browser: Browser, id: number) => browser.ask("POST", `/users/${id}/password_link`);

  test("[security 5.5, 5.8] can be created by an administrator, works once, and is reported to the account", async () => {
    const cast = await newCast();
    const { host, omar, noah } = cast;
    const before = await browserOf(host, noah.email);
    await withoutMail(cast, async () => {
      const { body } = await linkOf(await browserOf(host, omar.email), noah.id);
      expect(body).toMatchObject({ result: "success", expires_at: expect.any(Number) });
      const path = new URL(body.url).pathname;
      expect((await visitPage(host, path, { password: NEW })).status).toBe(303);
      expect((await before.ask("GET", "/users/me")).status).toBe(401);
      expect(await logIn(noah, noah.email, NEW)).toBe(200);
      expect((await visitPage(host, path, { password: PASSWORD })).status).toBe(404);
    });
    const login = await stranger(cast).ok(
      stranger(cast).post("/fetch_api_key", { username: noah.email, password: NEW }),
    );
    const again = new Person(host, noah.email, login.api_key, noah.id);
    expect((await notesTo(again)).at(-1)).toContain("Omar Example created a link for choosing a new password.");
  });

  test("[security 5.5, 5.6] is refused with an API key, for one's own account, and for bots or higher roles", async () => {
    const cast = await newCast();
    const { host, iris, omar, noah, mona } = cast;
    const robot = await cast.bot(noah);
    await withoutMail(cast, async () => {
      expect((await omar.post(`/users/${noah.id}/password_link`)).body.code).toBe("FRESH_LOGIN_REQUIRED");
      const [owner, administrator, moderator] = await Promise.all(
        [iris, omar, mona].map(({ email }) => browserOf(host, email)),
      );
      const refusals = await Promise.all([
        linkOf(administrator as Browser, omar.id),
        linkOf(administrator as Browser, iris.id),
        linkOf(moderator as Browser, noah.id),
        linkOf(administrator as Browser, robot.id),
      ]);
      expect(refusals.map(({ body }) => body.msg)).toEqual([
        "You can't do this for your own account.",
        "Must be an organization owner",
        "Must be an organization administrator",
        "No such user",
      ]);
      expect((await linkOf(owner as Browser, omar.id)).status).toBe(200);
    });
    const { body } = await linkOf(await browserOf(host, omar.email), noah.id);
    expect(body.msg).toBe("This server sends mail: they can ask for a link where they log in.");
  });

  test("[security 5.7, 5.8] can be created by the operator for any account, with an email if the server sends any", async () => {
    const cast = await realm();
    const { host, iris } = cast;
    const operator = new Person("localhost", "", "");
    const subdomain = host.replace(".localhost", "");
    const ask = (setup_token: string, email: string) =>
      operator.post("/organizations/password_link", { subdomain, email, setup_token });
    await withEnv({ SETUP_TOKEN: "a token" }, async () => {
      expect((await ask("another", iris.email)).status).toBe(401);
      expect((await ask("a token", "nobody@example.com")).body.msg).toBe("No such user");
      const { url } = await operator.ok(ask("a token", iris.email));
      expect((await visitPage(host, new URL(url).pathname, { password: NEW })).status).toBe(303);
    });
    expect(await logIn(iris, iris.email, NEW)).toBe(200);
    const texts = (await mailsTo(iris, iris.email, 2)).map(({ text }: Json) => text).join();
    expect(texts).toContain("Your server administrator created a link for choosing a new password.");
  });
});
