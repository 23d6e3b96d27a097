import { describe, expect, test } from "vitest";
import { type Browser, browserOf } from "../../../support/browser.ts";
import { askFromPage, type EventStream, streamOf } from "../../../support/event-stream.ts";
import { freshly } from "../../../support/freshly.ts";
import { addPasskey, logIn, setUpSecondFactor, succeeds } from "../../../support/log-in.ts";
import { mailsTo } from "../../../support/mail.ts";
import { executeSql, tablesOf, waitingPolls } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

/** The status and code of a request by key or in a browser, and whether the browser is told to clear its data. */
async function calls(who: Person | Browser) {
  const { status, body } = await (who instanceof Person ? who.get("/users/me") : who.ask("GET", "/users/me"));
  return [status, body.code, body.ended_by_account];
}
const IN = [200, undefined, undefined];
const SESSION_OUT = [401, "UNAUTHORIZED", true];
const KEY_OUT = [401, "INVALID_API_KEY", undefined];

/** A user's browser with an open stream and a waiting poll. */
async function listening(who: Person) {
  const browser = await browserOf(who.host, who.email);
  const queue = async () => (await browser.ask("POST", "/register", { event_types: ["user_group"] })).body.queue_id;
  const headers = { Origin: `http://${who.host}` };
  const { stream } = await askFromPage(browser, { queue_id: await queue(), last_event_id: -1 }, headers);
  const before = await waitingPolls(who);
  const poll = browser.ask("GET", "/events", { queue_id: await queue(), last_event_id: -1 });
  await until(async () => expect(await waitingPolls(who)).toBe(before + 1));
  return { browser, stream: stream as EventStream, poll };
}

const newestEntry = async (owner: Person, action: string): Promise<Json> =>
  (await owner.ok(owner.get("/audit_log", { action: [action], limit: 1 }))).entries[0];

describe("[security 9.15] an administrator can end a user's logins", () => {
  test("in browsers, with their polls and streams, and in apps only on request", async () => {
    const { iris, omar, noah, mia } = await realm();
    const [his, hers] = [await listening(noah), await browserOf(mia.host, mia.email)];
    const phone = await streamOf(await noah.queue());
    // The browser's developer login has created a key too.
    expect(await omar.ok(omar.get(`/users/${noah.id}/logins`))).toMatchObject({ sessions: 1, api_keys: 2 });
    expect(await omar.ok(omar.delete(`/users/${noah.id}/logins`))).toMatchObject({ sessions: 1, api_keys: 0 });
    expect((await his.stream.closed).code).toBe(4401);
    expect([(await his.poll).status, (await his.poll).body.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(await calls(his.browser)).toEqual(SESSION_OUT);
    expect([await calls(noah), await calls(hers)]).toEqual([IN, IN]);
    const fields = { api_keys: true };
    expect(await omar.ok(omar.delete(`/users/${noah.id}/logins`, fields))).toMatchObject({ sessions: 0, api_keys: 2 });
    expect((await phone.closed).code).toBe(4401);
    expect([await calls(noah), await calls(hers)]).toEqual([KEY_OUT, IN]);
    const letters = await mailsTo(iris, noah.email);
    const ours = letters
      .map(({ text }) => text)
      .filter((text) => text.includes("Omar Example logged you out of all browsers"));
    expect(ours.filter((text) => text.includes("revoked your API keys"))).toHaveLength(1);
    expect(ours).toHaveLength(2);
    expect(await newestEntry(iris, "login.ended_by_other")).toMatchObject({
      actor: { type: "user", id: omar.id },
      entity: { type: "user", id: String(noah.id) },
      details: { by: "Omar Example", keys: true },
    });
  });

  test("except those of bots, and those of owners unless the administrator is an owner too", async () => {
    const { iris, omar, noah, bot } = await realm();
    const porter = await bot(noah);
    const browser = await browserOf(iris.host, iris.email);
    for (const call of [omar.get(`/users/${iris.id}/logins`), omar.delete(`/users/${iris.id}/logins`)])
      expect((await call).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
    expect((await omar.delete(`/users/${porter.id}/logins`, { api_keys: true })).status).toBe(400);
    expect([await calls(browser), await calls(porter)]).toEqual([IN, IN]);
  });

  test("except the one that makes the request, for their own account", async () => {
    const { host, iris } = await realm();
    const [one, two] = [await browserOf(host, iris.email), await browserOf(host, iris.email)];
    await succeeds(one.ask("DELETE", `/users/${iris.id}/logins`, { api_keys: true }));
    expect([await calls(one), await calls(two), await calls(iris)]).toEqual([IN, SESSION_OUT, KEY_OUT]);
  });
});

describe("[security 9.16] an owner can end the logins", () => {
  test("of all users, who each get an email, except the one making the request and those of bots", async () => {
    const { host, iris, omar, noah, mia, gus, bot } = await realm();
    const porter = await bot(noah);
    const his = await listening(noah);
    const [own, hers] = [await browserOf(host, iris.email), await browserOf(host, mia.email)];
    const { people, sessions, api_keys } = await succeeds(own.ask("DELETE", "/realm/logins", { api_keys: true }));
    expect([people, sessions]).toEqual([6, 2]);
    // Six from creating the users, and three from developer logins in browsers.
    expect(api_keys).toBe(9);
    expect((await his.stream.closed).code).toBe(4401);
    expect((await his.poll).status).toBe(401);
    expect([await calls(his.browser), await calls(hers), await calls(own)]).toEqual([SESSION_OUT, SESSION_OUT, IN]);
    for (const person of [iris, omar, noah, mia, gus]) expect(await calls(person)).toEqual(KEY_OUT);
    expect(await calls(porter)).toEqual(IN);
    const { api_key } = (await own.ask("POST", "/users/me/api_key/regenerate")).body;
    const owner = new Person(host, iris.email, api_key, iris.id);
    await until(async () => {
      for (const { email } of [noah, mia, gus]) {
        const texts = (await mailsTo(owner, email)).map(({ text }) => text);
        expect(texts.filter((text) => text.includes("logged you out of all browsers and apps"))).toHaveLength(1);
      }
    });
    expect(await newestEntry(owner, "login.ended_by_other")).toMatchObject({
      entity: { type: "organization" },
      details: { people: 6, sessions: 2, api_keys: 9 },
    });
  });

  test("of a role, which an administrator cannot", async () => {
    const { host, iris, omar, mona, noah } = await realm();
    const [admins, moderators, members] = [
      await browserOf(host, omar.email),
      await browserOf(host, mona.email),
      await browserOf(host, noah.email),
    ];
    expect((await omar.delete("/realm/logins", { role: 400 })).body.code).toBe("UNAUTHORIZED_PRINCIPAL");
    expect(await iris.ok(freshly(iris).delete("/realm/logins", { role: 400 }))).toMatchObject({
      people: 1,
      sessions: 1,
    });
    expect([await calls(admins), await calls(moderators), await calls(members)]).toEqual([IN, IN, SESSION_OUT]);
    expect(await iris.ok(freshly(iris).delete("/realm/logins", { role: 200 }))).toMatchObject({
      people: 1,
      api_keys: 0,
    });
    expect([await calls(admins), await calls(moderators), await calls(omar)]).toEqual([SESSION_OUT, IN, IN]);
    expect((await freshly(iris).delete("/realm/logins", { role: 250 })).status).toBe(400);
  });

  test("of a thousand sessions in one change", async () => {
    const { host, iris, noah } = await realm();
    const browser = await browserOf(host, noah.email);
    await executeSql(
      iris,
      `INSERT INTO sessions (user_id, hash, client, created_at, expires_at)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
       SELECT people.id, 'x' || i, '', unixepoch(), unixepoch() + 86400 FROM n JOIN
         (SELECT id, row_number() OVER (ORDER BY id) AS row FROM users WHERE bot_type IS NULL) people ON row = 1 + i % 6`,
    );
    // An account keeps its newest 100 sessions. The owner has just got another one.
    const { people, sessions } = await iris.ok(freshly(iris).delete("/realm/logins"));
    expect([people, sessions]).toEqual([6, 933]);
    expect((await tablesOf(iris))["sessions"], "the one that asks").toHaveLength(1);
    expect(await calls(browser)).toEqual(SESSION_OUT);
  });
});

describe("[security 9.17] a user's sessions end", () => {
  test("when they become an administrator or owner, but not when their role is lowered", async () => {
    const { host, iris, omar, noah, mia } = await realm();
    const [his, hers, admins] = [
      await listening(noah),
      await browserOf(host, mia.email),
      await browserOf(host, omar.email),
    ];
    await iris.ok(iris.patch(`/users/${mia.id}`, { role: 300 }));
    await iris.ok(iris.patch(`/users/${noah.id}`, { role: 200 }));
    expect((await his.stream.closed).code).toBe(4401);
    expect([await calls(his.browser), await calls(hers), await calls(noah)]).toEqual([SESSION_OUT, IN, IN]);
    const again = await browserOf(host, noah.email);
    await iris.ok(iris.patch(`/users/${noah.id}`, { role: 400 }));
    expect(await calls(again)).toEqual(IN);
    await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
    expect(await calls(admins)).toEqual(SESSION_OUT);
  });

  test("when an administrator removes the user's second factor and passkeys", async () => {
    const { host, iris, noah } = await realm();
    const his = await logIn(host, noah.email, PASSWORD);
    await setUpSecondFactor(his);
    await addPasskey(his);
    const owner = await logIn(host, iris.email, OWNER_PASSWORD);
    await succeeds(owner.ask("DELETE", `/users/${noah.id}/second_factor`));
    expect([await calls(his), await calls(noah)]).toEqual([SESSION_OUT, IN]);
  });
});
