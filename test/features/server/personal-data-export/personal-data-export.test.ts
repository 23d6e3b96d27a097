import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ownDataFeature } from "../../../../src/features/server/personal-data-export/index.ts";
import { PAGED, SECTIONS } from "../../../../src/features/server/personal-data-export/sections.ts";
import { features } from "../../../../src/features.ts";
import { letIn } from "../../../support/assistants.ts";
import type { Browser } from "../../../support/browser.ts";
import { startCall } from "../../../support/calls.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { advanceClock, executeSql } from "../../../support/object.ts";
import { PASSWORD, realm } from "../../../support/organization.ts";
import { OWN_TEXTS } from "../../../support/own-texts.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { answer, offer, press } from "../../messages/presses/pressing.ts";
import { digestOf, downloadWhenDone, jsonOf, membersOf, textOf } from "./read-own-export.ts";

const DAY = 86_400_000;
const PATH = "/users/me/export";

const browserOf = ({ host, email }: Person) => logIn(host, email, PASSWORD);
const exportsOf = async (browser: Browser) => (await succeeds(browser.ask("GET", PATH))).exports;
async function exported(browser: Browser) {
  await succeeds(browser.ask("POST", PATH));
  const members = await membersOf(await downloadWhenDone(browser, () => exportsOf(browser)));
  const text = [...members.values()].map((bytes) => new TextDecoder().decode(bytes)).join("\n");
  return { members, text };
}

const OF_OTHERS = "is of the organization, or of others";
const DERIVED = "repeats or counts what other sections have";
const OF_THE_MOMENT = "is of the moment, or carries something out";
/** Users' GET endpoints that aren't sections of their own data, each with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "GET /bots/:bot_id/api_key": "a secret",
  "GET /bots/:bot_id/deliveries": OF_OTHERS,
  "GET /bots/:bot_id/deliveries/:delivery_id": OF_OTHERS,
  "GET /bots/:bot_id/webhook": OF_OTHERS,
  "GET /bots/commands": OF_OTHERS,
  "GET /calls": OF_OTHERS,
  "GET /calls/:call_id": OF_OTHERS,
  "GET /calls/:call_id/room": OF_THE_MOMENT,
  "GET /calls/bigbluebutton/create": OF_THE_MOMENT,
  "GET /calls/bigbluebutton/join": OF_THE_MOMENT,
  "GET /channel_folders": OF_OTHERS,
  "GET /external/:integration": OF_THE_MOMENT,
  "GET /get_stream_id": OF_OTHERS,
  "GET /streams/:stream_id/board": OF_OTHERS,
  "GET /streams/:stream_id/page/history": OF_OTHERS,
  "GET /integrations": OF_OTHERS,
  "GET /integrations/:integration/sample": OF_OTHERS,
  "GET /holds": OF_OTHERS,
  "GET /invites": OF_OTHERS,
  "GET /outside_links": OF_OTHERS,
  "GET /presses": DERIVED,
  "GET /messages/:message_id": DERIVED,
  "GET /messages/:message_id/history": DERIVED,
  "GET /messages/:message_id/read_receipts": OF_OTHERS,
  "GET /messages/matches_narrow": DERIVED,
  "GET /audit_log": OF_OTHERS,
  "GET /realm/domains": OF_OTHERS,
  "GET /realm/emoji": OF_OTHERS,
  "GET /realm/filters": OF_OTHERS,
  "GET /realm/icon": OF_OTHERS,
  "GET /realm/linkifiers": OF_OTHERS,
  "GET /realm/logo": OF_OTHERS,
  "GET /realm/presence": OF_OTHERS,
  "GET /realm/profile_fields": OF_OTHERS,
  "GET /streams": OF_OTHERS,
  "GET /voice_messages": DERIVED,
  "GET /users/erasures": OF_THE_MOMENT,
  "GET /streams/:stream_id": OF_OTHERS,
  "GET /streams/:stream_id/email_address": "a secret",
  "GET /streams/:stream_id/members": OF_OTHERS,
  "GET /user_groups": OF_OTHERS,
  "GET /user_groups/:user_group_id/members": OF_OTHERS,
  "GET /user_groups/:user_group_id/members/:user_id": OF_OTHERS,
  "GET /user_groups/:user_group_id/subgroups": OF_OTHERS,
  "GET /users": OF_OTHERS,
  "GET /users/:email": DERIVED,
  "GET /users/:user_id": DERIVED,
  "GET /users/:user_id/channels": DERIVED,
  "GET /users/:user_id/subscriptions/:stream_id": DERIVED,
  "GET /users/me/:stream_id/topics": OF_OTHERS,
  "GET /users/me/export": "tells of this export",
};

/** State types that aren't sections either. Those with the name of a section repeat it. */
const STATE_LEFT_OUT: Readonly<Record<string, string>> = {
  outside_links: OF_OTHERS,
  ...Object.fromEntries(
    [
      ...[
        "realm",
        "realm_user",
        "realm_emoji",
        "realm_domains",
        "realm_linkifiers",
        "realm_filters",
        "realm_playgrounds",
      ],
      ...["realm_user_groups", "realm_user_settings_defaults", "realm_incoming_webhook_bots", "realm_embedded_bots"],
      ...[
        "custom_profile_fields",
        "channel_board",
        "channel_folders",
        "default_streams",
        "default_stream_groups",
        "bot_commands",
      ],
      ...[
        "presence",
        "user_status",
        "giphy",
        "video_calls",
        "call",
        "voice_room",
        "hotspots",
        "zulip_version",
        "tenor",
        "klipy",
        "realm_billing",
        "stop_words",
      ],
    ].map((type) => [type, OF_OTHERS]),
  ),
  ...Object.fromEntries(
    [
      ...["stream", "subscription", "message", "update_message_flags", "recent_private_conversations", "muted_topics"],
      ...["navigation_views", "realm_bot", "update_display_settings", "update_global_notifications"],
    ].map((type) => [type, DERIVED]),
  ),
};

test("a personal data export has every field that the API shows users about themselves", async () => {
  const taken = new Set<string>([...PAGED, ...Object.values(SECTIONS).flat()]);
  const states = new Set<string>([...Object.keys(SECTIONS), ...taken]);
  const ofPeople = new Set(["spectator", "any account", "user", "human", "member"]);
  const reads = features
    .flatMap(({ endpoints = [] }) => endpoints)
    .filter(({ route, by, internal, kind, needsTestHooks }) => {
      const isRead = route.startsWith("GET ") && kind !== "poll" && kind !== "stream";
      return isRead && ofPeople.has(by) && !internal && !needsTestHooks && !route.startsWith("GET /testing/");
    })
    .map(({ route }) => route);
  const isFile = (route: string) => /:path\+|^GET \/tus|_file|audit_log\/export/.test(route);
  const unknown = reads.filter((route) => !taken.has(route) && LEFT_OUT[route] === undefined && !isFile(route));
  const how = "src/features/server/personal-data-export/sections.ts has it, or this file says why not";
  expect(unknown, how).toEqual([]);
  const types = new Set(features.flatMap(({ state = [] }) => state.flatMap((slice) => slice.types)));
  expect(
    [...types].filter((type) => !states.has(type) && STATE_LEFT_OUT[type] === undefined),
    how,
  ).toEqual([]);

  const { iris, noah, mia, bot } = await realm();
  await noah.ok(
    noah.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }], principals: [noah.id, mia.id] }),
  );
  const { stream_id } = await noah.ok(noah.get("/get_stream_id", { stream: "harbour" }));
  const say = async (by: Person, fields: Json) => (await by.ok(by.post("/messages", fields))).id;
  const inChannel = await say(noah, { type: "channel", to: stream_id, topic: "tea", content: "**my** tea" });
  const ofMia = await say(mia, { type: "channel", to: stream_id, topic: "tea", content: "tea of mia" });
  const direct = await say(mia, { type: "direct", to: [noah.id], content: "dear *noah*" });
  await noah.ok(noah.post(`/messages/${ofMia}/reactions`, { emoji_name: "tada" }));
  const poll = await say(mia, { type: "channel", to: stream_id, topic: "tea", content: "/poll Which?\nBlack\nGreen" });
  const vote = JSON.stringify({ type: "vote", key: "canned,1", vote: 1 });
  for (const who of [mia, noah])
    await who.ok(who.post("/submessage", { message_id: poll, msg_type: "widget", content: vote }));
  for (const own of OWN_TEXTS) await noah.ok(noah.post(`/${own.list}`, own.fields(noah.id, `my ${own.kind}`)));
  await letIn(noah.host, noah.email);
  await noah.ok(noah.post("/users/me/alert_words", { alert_words: ["sugar"] }));
  await noah.ok(noah.post("/users/me/presence", { status: "active" }));
  await noah.ok(noah.post("/users/me/status", { status_text: "brewing" }));
  await noah.ok(noah.post("/messages/flags", { messages: [ofMia], op: "add", flag: "starred" }));
  const { url } = (await sendFiles(noah, "/user_uploads", [textFile("file of noah", "my notes.txt")])).body;
  await iris.ok(iris.patch(`/users/${noah.id}`, { role: 300 }));
  const { call_id, message_id } = await startCall(noah, { type: "channel", to: stream_id, topic: "tea" });
  await mia.ok(mia.post("/calls", { type: "channel", to: stream_id, topic: "sugar" }));

  const form = { fields: [{ id: "did", label: "Did", type: "text" }], submit: "Send", command: "/standup" };
  const helper = await bot(mia);
  await helper.queue();
  const asking = await offer(helper, { channel: "general" }, { form });
  const { press_id } = await noah.ok(press(noah, asking, { entered: { did: "my stand-up" } }));
  await helper.ok(answer(helper, press_id, { private: "for noah alone" }));

  const { members } = await exported(await browserOf(noah));
  const account = jsonOf(members, "account.json");
  expect(account.assistants.assistants).toMatchObject([{ name: "Claude", scopes: ["read"] }]);
  expect(account.settings.user_settings.twenty_four_hour_time).toBe(null);
  for (const [name, read] of Object.entries(SECTIONS)) {
    const reply =
      typeof read === "string"
        ? await noah.ok(noah.get(read.replace("GET ", "").replace(/:\w+/, String(noah.id))))
        : await noah.ok(noah.post("/register", { fetch_event_types: read, event_types: ["heartbeat"] }));
    const { result: _, msg: __, ignored_parameters_unsupported: ___, ...fields } = reply;
    const registered = ["queue_id", "last_event_id", "event_stream", "idle_queue_timeout_secs"];
    const keys = Object.keys(fields).filter((key) => !registered.includes(key) && !/^(?:zulip|svc)_/.test(key));
    expect(Object.keys(account[name]), name).toEqual(expect.arrayContaining(keys));
    for (const key of keys) {
      const value = fields[key];
      const first = Array.isArray(value) ? value[0] : value;
      const own = Array.isArray(value) ? account[name][key][0] : account[name][key];
      if (typeof first === "object" && first !== null)
        expect(Object.keys(own), `${name}.${key}`).toEqual(Object.keys(first));
      else expect(typeof own, `${name}.${key}`).toBe(typeof first);
    }
  }
  expect(account.profile).toMatchObject({ user_id: noah.id, delivery_email: noah.email });
  for (const { kind, list } of OWN_TEXTS) expect(account[list][list]).toMatchObject([{ content: `my ${kind}` }]);
  expect(account.sessions.sessions.length).toBeGreaterThan(0);
  expect(account.starred_messages.starred_messages).toEqual([ofMia]);
  expect(jsonOf(members, "messages-0001.json")).toMatchObject([
    { id: inChannel, content: "**my** tea", display_recipient: "harbour", subject: "tea" },
    { id: message_id },
  ]);
  const directs = jsonOf(members, "direct-messages-0001.json");
  expect(directs.at(-1)).toMatchObject({ id: direct, content: "dear *noah*", sender_id: mia.id });
  expect(textOf(members, "messages-0001.html")).toContain("<strong>my</strong> tea");
  expect(textOf(members, "direct-messages-0001.html")).toContain("dear <em>noah</em>");
  expect(jsonOf(members, "reactions-0001.json")).toEqual([
    { message_id: ofMia, emoji_name: "tada", emoji_code: "1f389", reaction_type: "unicode_emoji" },
  ]);
  expect(jsonOf(members, "submessages-0001.json")).toEqual([{ message_id: poll, content: vote }]);
  expect(jsonOf(members, "calls-0001.json")).toMatchObject([
    { call_id, message_id, is_starter: true, ended_at: null, seconds: 0 },
  ]);
  expect(jsonOf(members, "presses-0001.json")).toMatchObject([
    { press_id, message_id: asking, entered: { did: "my stand-up" }, state: "answered", answer: "for noah alone" },
  ]);
  const log = await noah.ok(noah.get("/users/me/audit_log", { limit: 100 }));
  expect(jsonOf(members, "audit-log-0001.json")).toEqual(log.entries);
  const [file] = [...members.keys()].filter((name) => name.startsWith("files/"));
  expect([file?.replace(/\d+/, "1"), textOf(members, file ?? "")]).toEqual(["files/1-my notes.txt", "file of noah"]);
  expect(url).toContain(account.files.attachments[0].path_id);

  // The index page links every file, and the manifest has the digest of each.
  const index = textOf(members, "index.html");
  const manifest = jsonOf(members, "manifest.json");
  for (const name of members.keys()) {
    if (name === "manifest.json") continue;
    const listed = manifest.members.find((one: Json) => one.name === name);
    expect([listed?.bytes, listed?.sha256], name).toEqual([members.get(name)?.length, digestOf(members.get(name))]);
    if (name !== "index.html") expect(index).toContain(encodeURI(name));
  }
  expect(textOf(members, "account.html")).toContain("brewing");
});

test.each([
  ["drafts", "GET /drafts"],
  ["muted-users", "muted_users"],
])("a server without the feature %s doesn't start while personal data exports need it", (removed, read) => {
  expect(() => ownDataFeature(features.filter(({ name }) => name !== removed))).toThrow(read);
});

test("[security 16.6] a personal data export has nothing that the user can't read", async () => {
  const { iris, noah, mia, gus } = await realm();
  const closed = { subscriptions: [{ name: "cellar" }], principals: [mia.id, noah.id], invite_only: true };
  await mia.ok(mia.post("/users/me/subscriptions", closed));
  const { stream_id } = await mia.ok(mia.get("/get_stream_id", { stream: "cellar" }));
  const say = (by: Person, fields: Json) => by.ok(by.post("/messages", fields));
  await say(noah, { type: "channel", to: stream_id, topic: "t", content: "left behind" });
  await say(mia, { type: "channel", to: stream_id, topic: "t", content: "word of mia" });
  await say(mia, { type: "direct", to: [gus.id], content: "past noah" });
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["cellar"], principals: [noah.id] }));
  await mia.ok(mia.patch("/settings", { email_address_visibility: 4 }));
  await mia.ok(mia.post("/users/me/alert_words", { alert_words: ["secretword"] }));
  const { members, text } = await exported(await browserOf(noah));
  expect(members.has("account.json")).toBe(true);
  const csrf = (await browserOf(noah)).csrf;
  for (const hidden of ["left behind", "word of mia", "past noah", "secretword", mia.email, noah.key, csrf, "pbkdf2"]) {
    expect(text, hidden).not.toContain(hidden);
  }
});

test("[security 16.6] a personal data export has only audit entries about its user's logins", async () => {
  const { iris, noah, mia, gus } = await realm();
  const logins = async (person: Person) => {
    const wanted = { entity_type: "user", entity_id: String(person.id), action: ["login.*"] };
    return (await iris.ok(iris.get("/audit_log", wanted))).entries.map(({ id }: Json) => id);
  };
  await browserOf(noah);
  await browserOf(mia);
  await noah.post("/login", { username: mia.email, password: "wrong one" });
  await iris.ok(iris.patch(`/users/${mia.id}`, { full_name: "Mia New" }));
  const { members } = await exported(await browserOf(gus));
  expect((await logins(mia)).length).toBeGreaterThanOrEqual(2);
  const found = jsonOf(members, "audit-log-0001.json");
  expect(found.map(({ id }: Json) => id)).toEqual(await logins(gus));
  expect(found.map(({ actor }: Json) => actor)).toEqual([{ type: "user", id: gus.id }]);
});

test("[security 16.7] a personal data export is possible once a day after a recent login, and kept for seven days", async () => {
  const { noah, mia, iris, host } = await realm();
  const browser = await browserOf(noah);
  const refused = await noah.post(PATH);
  expect([refused.status, refused.body.code]).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
  const [own, others] = await eventsDuring([noah, iris], async () => {
    await exported(browser);
  });
  expect(others).toEqual([]);
  expect(own?.map(({ type, exports: [one] }: Json) => [type, one?.pending])).toEqual([
    ["own_exports", true],
    ["own_exports", false],
  ]);
  const again = await browser.ask("POST", PATH);
  expect([again.status, again.body.msg]).toEqual([400, "You can export your data once a day."]);
  const [one] = await exportsOf(browser);
  expect(one.expires_at - one.export_time).toBeGreaterThanOrEqual(7 * 86_400);
  const { pathname } = new URL(one.export_url);
  const statuses = [undefined, mia, iris, noah].map(
    async (as) => (await fetchPage(host, pathname, { ...(as && { as }) })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 404, 404, 404]);
  const ofOther = await (await browserOf(mia)).fetch("GET", pathname);
  expect([ofOther.status, (await browser.fetch("GET", pathname)).status]).toEqual([404, 200]);
  // Other names for the same archive don't give access either.
  for (const name of ["parley-export-1.tar", "parley-whole.tar"]) {
    const status = (await fetchPage(host, pathname.replace(/[^/]+$/, name), { as: iris })).status;
    expect(status).toBe(404);
  }
  const token = pathname.split("/")[2] ?? "";
  const kept = async () => (await env.UPLOADS.list()).objects.filter(({ key }) => key.includes(token)).length;
  expect(await kept()).toBeGreaterThan(3);
  await advanceClock(iris, 7 * DAY + 60_000);
  await until(async () => expect(await kept()).toBe(0));
  expect(await noah.ok(noah.get(PATH))).toMatchObject({ exports: [] });
});

test("a personal data export is deleted with its account", async () => {
  const { noah, iris } = await realm();
  const browser = await browserOf(noah);
  await exported(browser);
  const [{ export_url }] = await exportsOf(browser);
  const token = new URL(export_url).pathname.split("/")[2] ?? "";
  const kept = async () => (await env.UPLOADS.list()).objects.filter(({ key }) => key.includes(token)).length;
  await iris.ok(iris.delete(`/users/${noah.id}`));
  await until(async () => expect(await kept()).toBe(0));
});

test("a personal data export has each message and reaction once when they span several chunks", async () => {
  const { iris, noah } = await realm();
  await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "harbour" }] }));
  const { stream_id: to } = await noah.ok(noah.get("/get_stream_id", { stream: "harbour" }));
  const content = "tea ".repeat(2400);
  const ids: number[] = [];
  for (let batch = 0; batch < 20; batch++) {
    const messages = Array.from({ length: 25 }, () => ({ sender: noah.id, to, topic: "t", content }));
    ids.push(...(await iris.ok(iris.post("/testing/messages", { messages }))).ids);
  }
  const { members } = await exported(await browserOf(noah));
  const pieces = [...members.keys()].filter((name) => /^messages-\d+\.json$/.test(name));
  expect(pieces.length).toBeGreaterThan(1);
  const found = pieces.sort().flatMap((name) => jsonOf(members, name).map(({ id }: Json) => id));
  expect(found).toEqual(ids);
});

test("a personal data export has each press of a button once, even if there are many long ones", async () => {
  const { noah, mia, bot } = await realm();
  const helper = await bot(mia);
  const messages: number[] = [];
  for (let at = 0; at < 3; at++) {
    messages.push(await offer(helper, { channel: "general" }, { buttons: [{ id: "a", label: "A", command: "/a" }] }));
    await executeSql(
      noah,
      `INSERT INTO presses (message_id, bot_id, user_id, local_id, entered, pressed_at, state)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)
       SELECT ?1, ?2, ?3, ?1 || ' ' || i, json_object('did', printf('%.30000c', 'x')), 9e12, 'answered' FROM n`,
      ...[messages.at(-1) as number, helper.id, noah.id],
    );
  }
  const { members } = await exported(await browserOf(noah));
  const pieces = [...members.keys()].filter((name) => /^presses-\d+\.json$/.test(name)).sort();
  expect(pieces.length).toBe(2);
  const found = pieces.flatMap((name) => jsonOf(members, name) as Json[]);
  expect(found.map(({ message_id }) => message_id)).toEqual(messages.flatMap((id) => Array(70).fill(id)));
  expect(new Set(found.map(({ press_id }) => press_id)).size).toBe(210);
});
