import { describe, expect, test } from "vitest";
import { browserOf } from "../../../support/browser.ts";
import { askFromPage, type EventStream, streamOf } from "../../../support/event-stream.ts";
import { sendFiles, textFile } from "../../../support/files.ts";
import { lettersAfter } from "../../../support/letters.ts";
import { logIn } from "../../../support/log-in.ts";
import { advanceClock, evict, tablesOf, waitingPolls } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { type Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function calls(who: Person | Awaited<ReturnType<typeof browserOf>>) {
  const { status, body } = await (who instanceof Person ? who.get("/users/me") : who.ask("GET", "/users/me"));
  return [status, body.code, body.ended_by_account];
}
const IN = [200, undefined, undefined];
const SESSION_OUT = [401, "UNAUTHORIZED", undefined];
const KEY_OUT = [401, "INVALID_API_KEY", undefined];

async function streaming(who: Person) {
  const browser = await browserOf(who.host, who.email);
  const { queue_id } = (await browser.ask("POST", "/register", { event_types: ["user_group"] })).body;
  const headers = { Origin: `http://${who.host}` };
  const { stream } = await askFromPage(browser, { queue_id, last_event_id: -1 }, headers);
  return { browser, stream: stream as EventStream };
}

const limit = (owner: Person, fields: Json) => owner.ok(owner.patch("/realm", fields));
/** An owner with a renewed key that no limit of the test ends. */
async function renewed(owner: Person): Promise<Person> {
  const { api_key } = await owner.ok(owner.post("/users/me/api_key/regenerate"));
  return new Person(owner.host, owner.email, api_key, owner.id);
}

describe("[security 3.11] an organization's session limits", () => {
  test("end a session after its maximum time regardless of use, with its stream and poll", async () => {
    const { iris, noah } = await realm();
    await limit(iris, { session_max_hours: 8 });
    const { browser, stream } = await streaming(noah);
    const other = await browserOf(noah.host, noah.email);
    for (let hour = 0; hour < 7; hour += 1) {
      await advanceClock(iris, HOUR);
      expect(await calls(browser)).toEqual(IN);
    }
    await advanceClock(iris, HOUR - MINUTE);
    expect(await calls(browser)).toEqual(IN);
    const { queue_id } = (await other.ask("POST", "/register", { event_types: ["user_group"] })).body;
    const poll = other.ask("GET", "/events", { queue_id, last_event_id: -1 });
    await until(async () => expect(await waitingPolls(iris)).toBe(2));
    await advanceClock(iris, MINUTE);
    expect((await stream.closed).code).toBe(4401);
    expect([(await poll).status, (await poll).body.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(await calls(browser)).toEqual(SESSION_OUT);
    // Expired sessions are deleted, so that a longer limit doesn't restore them.
    await limit(iris, { session_max_hours: 720 });
    expect(await calls(browser)).toEqual(SESSION_OUT);
    expect(await calls(await browserOf(noah.host, noah.email))).toEqual(IN);
  });

  test("end a session that is unused for some days, and using it extends only this limit", async () => {
    const { iris, noah } = await realm();
    await limit(iris, { session_idle_days: 1, session_max_hours: 60 });
    const [used, idle] = [await browserOf(noah.host, noah.email), await browserOf(noah.host, noah.email)];
    await advanceClock(iris, 20 * HOUR);
    expect(await calls(used)).toEqual(IN);
    await advanceClock(iris, 6 * HOUR);
    expect(await calls(idle)).toEqual(SESSION_OUT);
    await evict(iris);
    await advanceClock(iris, 16 * HOUR);
    expect(await calls(used)).toEqual(IN);
    await advanceClock(iris, 18 * HOUR);
    expect(await calls(used)).toEqual(SESSION_OUT);
  });

  test("can be stricter for administrators and owners", async () => {
    const { host, iris, omar, noah } = await realm();
    await limit(iris, { admin_session_max_hours: 8, session_max_hours: 24 });
    const [owners, his, members] = [
      await browserOf(host, iris.email),
      (await streaming(omar)).browser,
      await browserOf(host, noah.email),
    ];
    const { sessions } = (await his.ask("GET", "/users/me/sessions")).body;
    expect(sessions[0].expires_at - sessions[0].created_at).toBe(8 * 3600);
    await advanceClock(iris, 8 * HOUR);
    expect(await calls(his)).toEqual(SESSION_OUT);
    expect(await calls(owners)).toEqual(SESSION_OUT);
    expect(await calls(members)).toEqual(IN);
    await advanceClock(iris, 16 * HOUR);
    expect(await calls(members)).toEqual(SESSION_OUT);
    // A limit for everyone also applies to administrators.
    await limit(iris, { admin_session_max_hours: 720 });
    const later = await browserOf(host, omar.email);
    const [{ created_at, expires_at }] = (await later.ask("GET", "/users/me/sessions")).body.sessions;
    expect(expires_at - created_at).toBe(24 * 3600);
    await advanceClock(iris, 24 * HOUR);
    expect(await calls(later)).toEqual(SESSION_OUT);
  });

  test("end older sessions at once when they become stricter, including streams, polls and files", async () => {
    const { host, iris, noah, mia } = await realm();
    const { url } = (await sendFiles(noah, "/user_uploads", [textFile("tea")])).body;
    const { browser, stream } = await streaming(noah);
    const file = () => browser.fetch("GET", url);
    await advanceClock(iris, 20 * HOUR);
    const young = await browserOf(host, mia.email);
    expect((await file()).status).toBe(200);
    const { queue_id } = (await browser.ask("POST", "/register", { event_types: ["user_group"] })).body;
    const poll = browser.ask("GET", "/events", { queue_id, last_event_id: -1 });
    await until(async () => expect(await waitingPolls(iris)).toBe(2));
    await limit(iris, { session_max_hours: 20 });
    expect((await stream.closed).code).toBe(4401);
    expect([(await poll).status, (await poll).body.code]).toEqual([401, "UNAUTHORIZED"]);
    expect(await calls(browser)).toEqual(SESSION_OUT);
    expect((await file()).status).not.toBe(200);
    expect(await calls(young)).toEqual(IN);
  });

  test("cause the last use of a session to be recorded once an hour, not with each request", async () => {
    const { iris, noah } = await realm();
    const browser = await browserOf(noah.host, noah.email);
    const row = async () => ((await tablesOf(iris))["sessions"] as Json[])[0];
    await advanceClock(iris, 3 * HOUR - ((await advanceClock(iris, 0)).now % HOUR));
    await calls(browser);
    const { now } = await advanceClock(iris, 0);
    const isToday = Math.floor((await row()).created_at / 86_400) === Math.floor(now / DAY);
    expect((await row()).last_used_at === null).toBe(isToday);
    await limit(iris, { session_idle_days: 3 });
    await calls(browser);
    const first = (await row()).last_used_at;
    expect(first).toBeGreaterThanOrEqual(Math.floor(now / 1000));
    await advanceClock(iris, 30 * MINUTE);
    await calls(browser);
    expect((await row()).last_used_at).toBe(first);
    await advanceClock(iris, 31 * MINUTE);
    await calls(browser);
    expect((await row()).last_used_at - first).toBeGreaterThanOrEqual(3600);
  });
});

describe("[security 3.12] API keys expire under an organization's limits", () => {
  test("after a number of days, and for bots only if the organization enabled this", async () => {
    const { iris, noah, bot } = await realm();
    const porter = await bot(noah);
    await limit(iris, { key_max_days: 30 });
    await advanceClock(iris, 30 * DAY - MINUTE);
    expect(await calls(noah)).toEqual(IN);
    const stream = await streamOf(await noah.queue());
    const { id: queue_id } = await noah.queue();
    const poll = noah.get("/events", { queue_id, last_event_id: -1 });
    await until(async () => expect(await waitingPolls(iris)).toBe(1));
    const owner = await renewed(iris);
    await advanceClock(owner, MINUTE);
    expect((await stream.closed).code).toBe(4401);
    // Zulip's apps log out on this code.
    const { status, body } = await poll;
    expect([status, body.code]).toEqual(KEY_OUT.slice(0, 2));
    expect(await calls(noah)).toEqual(KEY_OUT);
    expect(await calls(porter)).toEqual(IN);
    await limit(owner, { key_limits_for_bots: true });
    expect(await calls(porter)).toEqual(KEY_OUT);
    expect(await calls(owner)).toEqual(IN);
  });

  test("after a number of days without use", async () => {
    const { iris, noah, mia } = await realm();
    await limit(iris, { key_idle_days: 2 });
    for (let day = 0; day < 4; day += 1) {
      await advanceClock(iris, DAY);
      expect(await calls(noah)).toEqual(IN);
    }
    expect(await calls(mia)).toEqual(KEY_OUT);
    const { api_keys } = await noah.ok(noah.get("/users/me/api_keys"));
    expect(api_keys[0].last_used_at - api_keys[0].created_at).toBeGreaterThanOrEqual(4 * 86_400 - 3600);
  });
});

test("a bot's owner is notified once in their language, seven days before its key expires", async () => {
  const { iris, noah, bot } = await realm();
  await noah.ok(noah.patch("/settings", { default_language: "de", timezone: "Asia/Tokyo" }));
  const [porter, other] = [await bot(noah), await bot(iris)];
  const told = async (ms: number) =>
    (await lettersAfter(iris, ms)).filter(({ subject }) => /API/.test(subject)).map(({ to, text }) => ({ to, text }));
  await limit(iris, { key_max_days: 30 });
  expect(await told(23 * DAY)).toEqual([]);
  // Bot keys are limited from now on. Those that expire soon are announced at once, unlike users' keys.
  await limit(iris, { key_limits_for_bots: true });
  const letters = await told(HOUR);
  expect(letters.map(({ to }) => to).toSorted()).toEqual([iris.email, noah.email].toSorted());
  const toNoah = letters.find(({ to }) => to === noah.email)?.text;
  expect(toNoah).toMatch(/ein API-Schlüssel deines Bots .* läuft ab: \w+, .* um \d\d:\d\d\..*#settings\/your-bots/s);
  expect(await told(2 * DAY)).toHaveLength(2);
  // A later expiry is announced separately.
  await limit(iris, { key_max_days: 40 });
  expect(await told(5 * DAY)).toHaveLength(2);
  await advanceClock(iris, 3 * DAY + 9 * HOUR);
  await until(async () => expect(await told(1)).toHaveLength(4));
  await limit(await renewed(iris), { key_max_days: 7 });
  expect([await calls(porter), await calls(other)]).toEqual([KEY_OUT, KEY_OUT]);
});

test("[security 9.14] an owner can set how long a login counts as recent", async () => {
  const { host, iris, noah } = await realm();
  const change = async (minutes: number) => {
    const browser = await logIn(host, noah.email, PASSWORD);
    await advanceClock(iris, minutes * MINUTE);
    const { status, body } = await browser.ask("POST", "/users/me/second_factor");
    return [status, body.code];
  };
  const refused = [403, "FRESH_LOGIN_REQUIRED"];
  expect([await change(14), await change(15)]).toEqual([[200, undefined], refused]);
  await limit(iris, { fresh_login_minutes: 5 });
  expect([await change(4), await change(5)]).toEqual([[200, undefined], refused]);
  await limit(iris, { fresh_login_minutes: 60 });
  expect([await change(59), await change(60)]).toEqual([[200, undefined], refused]);
});

const SETTINGS: readonly (readonly [string, unknown, readonly unknown[]])[] = [
  ["session_max_hours", 8, [7, 721, 0, -1, 8.5, "x"]],
  ["session_idle_days", 30, [0, 31]],
  ["admin_session_max_hours", 720, [7, 721]],
  ["admin_session_idle_days", 1, [0, 31]],
  ["key_max_days", 365, [0, 366]],
  ["key_idle_days", 365, [0, 366]],
  ["key_limits_for_bots", true, [null, 1]],
  ["fresh_login_minutes", 60, [4, 61, null]],
];

const papers: Record<string, string> = import.meta.glob("../../../../docs/internals/protocol.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

test.each(SETTINGS)("only owners can set %s, which is sent to all users and audited", async (name, value, bad) => {
  const { iris, omar, noah } = await realm();
  const queue = await noah.queue({ event_types: ["realm"] });
  const before = queue.state[`realm_${name}`];
  const refused = await omar.patch("/realm", { [name]: value });
  expect([refused.status, refused.body.code]).toEqual([400, "UNAUTHORIZED_PRINCIPAL"]);
  for (const each of bad) expect((await iris.patch("/realm", { [name]: each })).status, String(each)).toBe(400);
  expect(await queue.events()).toEqual([]);
  await limit(iris, { [name]: value });
  expect(await queue.events()).toMatchObject([{ type: "realm", op: "update", property: name, value }]);
  expect((await noah.queue()).state[`realm_${name}`]).toEqual(value);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["organization.setting_changed"] }));
  expect(entries[0].details).toEqual({ name, before, after: value });
  expect(Object.values(papers).join()).toContain(`\`${name}\``);
});
