import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { readingOrder, tableNames } from "../../../../src/archive-format/tables.ts";
import { features } from "../../../../src/features.ts";
import { stepSql } from "../../../../src/realm/schema.ts";
import { schemasOf } from "../../../../src/realm-object/build-realm.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { linkInMailTo } from "../../../support/mail.ts";
import { secretTables } from "../../../support/normalised-archive.ts";
import { advanceClock, evict, untilShipped, withDatabase } from "../../../support/object.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { downloadExport, readExport, runExport, waitForExport } from "./run-export.ts";

const WEEK = 7 * 86_400_000;
const refusal = async (call: Promise<{ status: number; body: Json }>) => {
  const { status, body } = await call;
  return [status, body.code, body.msg];
};
const consent = (...people: Person[]) =>
  Promise.all(people.map((one) => one.ok(one.patch("/settings", { allow_private_data_export: true }))));
const channelOf = async (
  maker: Person,
  name: string,
  people: readonly Person[],
  fields: Json = {},
): Promise<number> => {
  const principals = people.map(({ id }) => id);
  await maker.ok(maker.post("/users/me/subscriptions", { subscriptions: [{ name }], principals, ...fields }));
  return (await maker.ok(maker.get("/get_stream_id", { stream: name }))).stream_id;
};
const say = async (person: Person, to: number | number[], content: string): Promise<number> => {
  const where = typeof to === "number" ? { type: "channel", to, topic: "tea" } : { type: "direct", to };
  return (await person.ok(person.post("/messages", { ...where, content }))).id;
};
const stored = async (url: string) => {
  const token = new URL(url).pathname.split("/")[2] ?? "";
  const { objects } = await env.UPLOADS.list();
  return objects.filter(({ key }) => key.includes(token)).length;
};

/** Tables of the platform, locally and in D1, that archives leave out. */
const ofPlatform = [
  ...["identity", "schema_steps", "outbox", "timers", "event_counter", "queues"],
  ...["events", "recipient_lists", "recipient_bases", "relays"],
  ...["unshipped", "parked_marks", "move", "moved_marks", "shipping", "organizations", "arrivals", "message_words"],
  ...["reports", "told_filling", "push_organizations", "push_verification"],
];
const archives = features.flatMap(({ archive }) => archive ?? []);
const parts = archives.flatMap(({ parts = [] }) => parts);

test("each feature lists each of its tables once, either as archived or with a reason why not", () => {
  const tablesIn = (texts: readonly string[]) => {
    const named = (pattern: RegExp) =>
      texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
    const dropped = new Set(named(/DROP TABLE (\w+)/g));
    return named(/CREATE (?:VIRTUAL )?TABLE (\w+)/g).filter((name) => !dropped.has(name));
  };
  for (const { name, schema = [], archive = {} } of features) {
    const { tables = [], derived = [], ofMessages = [], leftOut = {} } = archive;
    const named = [...tables, ...derived, ...ofMessages, ...Object.keys(leftOut)];
    expect(named.sort(), name).toEqual([...new Set(tablesIn(schema.map(stepSql)))].sort());
  }
  const migrations: Record<string, string> = import.meta.glob("../../../../migrations/*.sql", {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const all = [
    ...schemasOf(features).flatMap(({ steps }) => tablesIn(steps.map(stepSql))),
    ...tablesIn(Object.values(migrations)),
  ];
  const ofFeatures = new Set(features.flatMap(({ schema = [] }) => tablesIn(schema.map(stepSql))));
  expect(new Set(all.filter((name) => !ofFeatures.has(name)))).toEqual(
    new Set(ofPlatform.filter((name) => name !== "schema_steps")),
  );
});

test("every archive table has a reader and a writer, except those that only other programs' archives need", () => {
  const made = parts.filter(({ reading }) => reading !== undefined);
  const read = new Set(made.map(({ table }) => table));
  expect(tableNames.filter((name) => !read.has(name))).toEqual(["unread"]);
  const written = new Set(parts.filter(({ write, writeAll }) => write ?? writeAll).map(({ table }) => table));
  expect(tableNames.filter((name) => !written.has(name))).toEqual([]);
  expect([...readingOrder].sort()).toEqual([...tableNames].sort());
  const ofSecrets = made.filter(({ only }) => only === "secrets").map(({ table }) => table);
  expect(ofSecrets.sort()).toEqual([...secretTables].sort());
});

test("[users 9] [security 16.3] exports can be started, downloaded and deleted, with events to administrators", async () => {
  const { host, iris, omar, noah } = await realm();
  let id = 0;
  const [own, others, nothing] = await eventsDuring([iris, omar, noah], async () => {
    id = (await iris.ok(iris.post("/export/realm"))).id;
    await waitForExport(iris, id);
  });
  expect(nothing).toEqual([]);
  expect(others).toEqual(own);
  const [asked, done] = (own ?? []).map(({ type, exports: all }: Json) => [type, ...all]);
  const facts = {
    id,
    acting_user_id: iris.id,
    export_type: "public",
    export_from_prior_server: false,
    failed_timestamp: null,
    deleted_timestamp: null,
  };
  expect(asked).toEqual([
    "realm_export",
    { ...facts, export_time: expect.any(Number), export_url: null, pending: true },
  ]);
  const { exports: list } = await omar.ok(omar.get("/export/realm"));
  expect(done).toEqual(["realm_export", list[0]]);
  const address = expect.stringMatching(/^http:\/\/[^/]+\/exports\/\w{32}\/parley-export-\d+\.tar$/);
  expect(list).toEqual([{ ...facts, export_time: expect.any(Number), export_url: address, pending: false }]);

  const { pathname } = new URL(list[0].export_url);
  const reply = await fetchPage(host, pathname, { as: omar });
  const bytes = (await reply.arrayBuffer()).byteLength;
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    "content-type": "application/x-tar",
    "content-length": String(bytes),
    "content-disposition": `attachment; filename="parley-export-${id}.tar"`,
    "cache-control": "private, no-store",
  });
  const head = await fetchPage(host, pathname, { as: iris, method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes)]);

  // Neither the URL alone nor a variation of it gives access.
  const refusals = [
    [undefined, pathname],
    [undefined, pathname.replace(/[^/]+$/, "parley-whole.tar")],
    [noah, pathname],
    [noah, pathname.replace(/[^/]+$/, "parley-whole.tar")],
  ] as const;
  const statuses = refusals.map(async ([as, path]) => (await fetchPage(host, path, { ...(as && { as }) })).status);
  expect(await Promise.all(statuses)).toEqual([401, 404, 400, 404]);

  const [gone] = await eventsDuring([omar], () => omar.ok(omar.delete(`/export/realm/${id}`)));
  const deleted = { ...list[0], export_url: null, deleted_timestamp: expect.any(Number) };
  expect(gone?.map(({ exports: all }: Json) => all)).toEqual([[deleted]]);
  expect((await fetchPage(host, pathname, { as: omar })).status).toBe(404);
  await until(async () => expect(await stored(list[0].export_url)).toBe(0));
});

test.each([
  [undefined, "public"],
  ["public", "public"],
  [1, "public"],
  ["full_with_consent", "full_with_consent"],
  ['"full_with_consent"', "full_with_consent"],
  [2, "full_with_consent"],
])("[users 9] an export requested with type %j is listed as %j", async (export_type, told) => {
  const { iris } = await realm();
  await iris.ok(iris.post("/export/realm", { export_type }));
  const { exports: all } = await iris.ok(iris.get("/export/realm"));
  expect(all).toMatchObject([{ export_type: told, export_from_prior_server: false }]);
});

test("[users 9] a full export without consent is refused, and consents are listed with email visibility", async () => {
  const { iris, noah, mia } = await realm();
  expect(await refusal(iris.post("/export/realm", { export_type: "full_without_consent" }))).toEqual([
    ...[400, "BAD_REQUEST", "Full exports without consent are not available here."],
  ]);
  expect((await iris.ok(iris.get("/export/realm"))).exports).toEqual([]);
  await noah.ok(noah.patch("/settings", { email_address_visibility: 3, allow_private_data_export: true }));
  const { export_consents } = await iris.ok(iris.get("/export/realm/consents"));
  expect(export_consents).toContainEqual({ user_id: noah.id, consented: true, email_address_visibility: 3 });
  expect(export_consents).toContainEqual({ user_id: mia.id, consented: false, email_address_visibility: 1 });
});

test("[security 16.3] an export requires a recent login in a browser, but not with an API key, as Zulip documents", async () => {
  const { iris, host } = await realm();
  const browser = await logIn(host, iris.email, OWNER_PASSWORD);
  await succeeds(browser.ask("POST", "/export/realm"));
  await advanceClock(iris, 16 * 60_000);
  const { status, body } = await browser.ask("POST", "/export/realm");
  expect([status, body.code]).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
  await iris.ok(iris.post("/export/realm"));
  expect((await iris.ok(iris.get("/export/realm"))).exports).toHaveLength(2);
});

test("[users 9] exports by non-administrators, of unknown types or other organizations, and over the limit are rejected", async () => {
  const { iris, omar, mona, noah, host } = await realm();
  const other = await realm();
  const owners = [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"];
  expect(await refusal(mona.post("/export/realm"))).toEqual(owners);
  expect(await refusal(noah.get("/export/realm"))).toEqual(owners);
  expect(await refusal(noah.get("/export/realm/consents"))).toEqual(owners);
  expect(await refusal(omar.post("/export/realm", { export_type: 3 }))).toEqual([
    400,
    "BAD_REQUEST",
    "Invalid export_type",
  ]);
  const bad = (msg: string) => [400, "BAD_REQUEST", msg];
  expect(await refusal(omar.delete("/export/realm/7"))).toEqual(bad("Invalid data export ID"));
  const { id } = await omar.ok(omar.post("/export/realm"));
  const { export_url } = await waitForExport(omar, id);
  expect(await refusal(other.iris.delete(`/export/realm/${id}`))).toEqual(bad("Invalid data export ID"));
  const path = new URL(export_url).pathname;
  expect((await fetchPage(other.host, path, { as: other.iris })).status).toBe(404);
  expect((await fetchPage(host, path.replace(/\w{32}/, "x".repeat(32)), { as: omar })).status).toBe(404);
  await omar.ok(omar.delete(`/export/realm/${id}`));
  expect(await refusal(omar.delete(`/export/realm/${id}`))).toEqual(bad("Export already deleted"));

  for (let i = 0; i < 4; i++) await omar.ok(omar.post("/export/realm"));
  expect(await refusal(iris.post("/export/realm"))).toEqual(bad("Exceeded rate limit."));
  await advanceClock(iris, WEEK);
  await iris.ok(iris.post("/export/realm"));
});

test("[register 5.5] administrators get an event about each consent, and can list all consents", async () => {
  const { iris, omar, mona, noah, mia, bot, more } = await realm();
  await bot(noah);
  const [told, others] = await eventsDuring([omar, mona], () => consent(noah));
  const event = { type: "realm_export_consent", user_id: noah.id, consented: true };
  expect(told).toEqual([expect.objectContaining(event)]);
  expect(others).toEqual([]);
  const consented = async () =>
    (await omar.ok(omar.get("/export/realm/consents"))).export_consents
      .filter((one: Json) => one.consented)
      .map((one: Json) => one.user_id);
  expect(await consented()).toEqual([noah.id]);
  const { export_consents: all } = await omar.ok(omar.get("/export/realm/consents"));
  expect(all).toHaveLength(6);
  // A new account sends this event too.
  const newcomers: Person[] = [];
  const [arrived] = await eventsDuring([omar], async () => {
    newcomers.push(await more());
  });
  expect(arrived?.filter(({ type }: Json) => type === event.type)).toEqual([
    expect.objectContaining({ user_id: newcomers[0]?.id, consented: false }),
  ]);
  await iris.ok(iris.delete(`/users/${noah.id}`));
  expect(await consented()).toEqual([]);
  const [returned] = await eventsDuring([omar], () => iris.ok(iris.post(`/users/${noah.id}/reactivate`)));
  expect(returned?.filter(({ type }: Json) => type === event.type)).toEqual([expect.objectContaining(event)]);
  await mia.ok(mia.patch("/settings", { allow_private_data_export: false }));
});

test("[security 16.2] a public export contains only public data", async () => {
  const { iris, noah, mia, gus } = await realm();
  await consent(iris, noah, mia, gus);
  const open = await channelOf(noah, "harbour", [noah, mia]);
  const closed = await channelOf(noah, "cellar", [noah, mia], { invite_only: true });
  const message = await say(noah, open, "public tea");
  await mia.ok(mia.post(`/messages/${message}/reactions`, { emoji_name: "tada" }));
  await say(noah, closed, "private tea");
  await say(noah, [mia.id], "direct tea");
  await noah.ok(noah.post("/drafts", { drafts: [{ type: "stream", to: [open], topic: "x", content: "draft tea" }] }));
  await mia.ok(mia.patch("/settings", { email_address_visibility: 4 }));
  const { text, tables, manifest } = await runExport(iris, 1);
  expect(manifest).toMatchObject({ format: 1, program: "parley", scope: "public", secrets: false });
  expect(tables.messages.filter((one: Json) => one.content.includes("tea"))).toEqual([
    expect.objectContaining({ id: message, channel_id: open, sender_id: noah.id, topic: "tea", content: "public tea" }),
  ]);
  expect(tables.reactions).toEqual([
    { message_id: message, user_id: mia.id, reaction_type: "unicode_emoji", emoji_code: "1f389", emoji_name: "tada" },
  ]);
  expect(tables.channels.map(({ name }: Json) => name).sort()).toEqual(["general", "harbour"]);
  const emails = new Map(tables.users.map((one: Json) => [one.id, one.delivery_email]));
  expect([emails.get(noah.id), emails.get(mia.id)]).toEqual([noah.email, null]);
  for (const hidden of ["cellar", "private tea", "direct tea", "draft tea", mia.email])
    expect(text).not.toContain(hidden);
  for (const table of ["drafts", "flags", "read_state", "presence"]) expect(tables[table]).toBeUndefined();
  expect(tables.users.filter((one: Json) => Object.keys(one.settings).length > 0)).toEqual([]);
});

test("an export says which subscriptions a reactivation restores, even without consent", async () => {
  const { iris, noah, mia } = await realm();
  const open = await channelOf(noah, "harbour", [noah, mia]);
  await iris.ok(iris.delete(`/users/${mia.id}`));
  const { tables } = await runExport(iris, 1);
  const found = tables.subscriptions.find((one: Json) => one.user_id === mia.id && one.channel_id === open);
  expect(found).toMatchObject({ active: false, suspended: true });
});

test("[security 16.2] a standard export adds the data that consenting users can access", async () => {
  const { iris, omar, noah, mia, gus, more } = await realm();
  const lea = await more({ name: "Lea" });
  await consent(noah);
  const shared = await channelOf(mia, "cellar", [mia, omar], {
    invite_only: true,
    history_public_to_subscribers: true,
  });
  const unseen = await channelOf(mia, "attic", [mia, omar], { invite_only: true });
  const later = await channelOf(mia, "vault", [mia, omar], { invite_only: true, history_public_to_subscribers: false });
  const join = (name: string) =>
    mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: [noah.id] }));
  const leave = (name: string) => noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: [name] }));
  await say(mia, shared, "shared before");
  await say(mia, unseen, "unseen");
  await say(mia, later, "vault before");
  await join("cellar");
  await join("vault");
  await say(mia, later, "vault then");
  await leave("vault");
  await say(mia, later, "vault between");
  await join("vault");
  await say(mia, later, "vault now");
  await say(mia, [noah.id], "to noah");
  await say(noah, [mia.id, gus.id], "from noah");
  await say(mia, [gus.id], "past noah");
  const secret = await say(lea, [mia.id], "lea to mia");
  await lea.ok(lea.post(`/messages/${secret}/reactions`, { emoji_name: "tada" }));
  for (const person of [noah, mia]) {
    await person.ok(person.post("/users/me/alert_words", { alert_words: [`word of ${person.id}`] }));
  }
  const { text, tables } = await runExport(iris, 2);
  for (const wanted of ["shared before", "vault then", "vault now", "to noah", "from noah", `word of ${noah.id}`])
    expect(text).toContain(wanted);
  for (const hidden of [
    "unseen",
    "attic",
    "vault before",
    "vault between",
    "past noah",
    "lea to mia",
    `word of ${mia.id}`,
  ])
    expect(text).not.toContain(hidden);
  expect(tables.reactions).toBeUndefined();
  const members = tables.messages.flatMap((one: Json) => one.members ?? []);
  expect(members).toEqual(expect.arrayContaining([gus.id]));
  for (const one of tables.messages) expect(one.members ?? [noah.id]).toContain(noah.id);
  const told = tables.users.filter((one: Json) => Object.keys(one.settings).length > 0);
  expect(told.map((one: Json) => one.id)).toEqual([noah.id]);
});

test.each([
  ["all", ["earlier tea", "later tea"], 2],
  ["moves", ["later tea"], 1],
  ["none", ["later tea"], 0],
])(
  "[messages 9] an export contains no more edit history than users can see when the policy is %s",
  async (policy, told, entries) => {
    const { iris, noah } = await realm();
    const id = await say(noah, await channelOf(noah, "harbour", [noah]), "earlier tea");
    await noah.ok(noah.patch(`/messages/${id}`, { content: "later tea" }));
    await noah.ok(noah.patch(`/messages/${id}`, { topic: "moved" }));
    await iris.ok(iris.patch("/realm", { message_edit_history_visibility_policy: policy }));
    const { text, tables } = await runExport(iris, 1);
    expect(["earlier tea", "later tea"].filter((content) => text.includes(content))).toEqual(told);
    const [message] = tables.messages.filter((one: Json) => one.id === id);
    expect(message.edits).toHaveLength(entries);
    if (entries > 0) expect(message.edits[0]).toMatchObject({ topic: "moved", prev_topic: "tea" });
  },
);

test.each([true, false])(
  "consent of a bot's owner doesn't export a private channel that only the bot can read (shared history: %s)",
  async (history_public_to_subscribers) => {
    const { iris, mia, omar, bot } = await realm();
    const robot = await bot(omar);
    const attic = await channelOf(mia, "attic", [mia, robot], { invite_only: true, history_public_to_subscribers });
    await say(mia, attic, "attic tea");
    await consent(omar);
    const { text } = await runExport(iris, 2);
    expect(text).not.toContain("attic");
  },
);

test("[security 16.1] no export contains a secret", async () => {
  const { iris, omar, mona, noah, mia, gus, bot } = await realm();
  const robot = await bot(noah, { bot_type: 3, payload_url: '"https://hooks.example/s3cr3t-path"', service_name: "x" });
  const people = [iris, omar, mona, noah, mia, gus];
  await consent(...people);
  const login = await noah.post("/dev_fetch_api_key", { username: noah.email });
  const session = /sessionid=(\w+)/.exec(login.headers.getSetCookie().join())?.[1] ?? "";
  const csrf = /csrftoken=(\w+)/.exec(login.headers.getSetCookie().join())?.[1] ?? "";
  const { invite_link } = await iris.ok(iris.post("/invites/multiuse", {}));
  await iris.ok(iris.post("/invites", { invitee_emails: "nina@example.org", stream_ids: [] }));
  const mailed = (await linkInMailTo(iris, "nina@example.org")).split("/")[2] ?? "";
  await noah.ok(noah.post("/users/me/android_gcm_reg_id", { token: "push-token-of-noah" }));
  const { url } = (await sendFiles(noah, "/user_uploads", [textFile("hello")])).body;
  const open = await channelOf(noah, "harbour", [noah]);
  await say(noah, open, `[file](${url})`);
  const temporary = (await noah.ok(noah.get(url))).url.split("/")[3];
  const keys = [...people, robot].map(({ key }) => key);
  const words = [
    ...keys,
    session,
    csrf,
    invite_link.split("/").at(-2),
    mailed,
    "push-token-of-noah",
    "s3cr3t-path",
    PASSWORD,
    "correct horse",
    temporary,
  ];
  for (const word of words) expect(word.length, word).toBeGreaterThan(8);
  const hashes = words.map((word) => createHash("sha256").update(word).digest("hex"));
  const { tables } = await runExport(iris, 1);
  const { text } = await runExport(iris, 2);
  for (const all of [text, JSON.stringify(tables)]) {
    for (const secret of [...words, ...hashes, "pbkdf2", "nina@example.org"]) expect(all).not.toContain(secret);
  }
  expect(tables.files).toEqual([
    expect.objectContaining({ path_id: url.replace("/user_uploads/", ""), name: "notes.txt", owner_id: noah.id }),
  ]);
  const { exports: list } = await iris.ok(iris.get("/export/realm"));
  for (const { export_url } of list)
    expect((await readExport(await downloadExport(iris, export_url))).text).not.toContain(export_url.split("/")[4]);
});

test("an export of many pages and chunks contains every message once", async () => {
  const { iris, noah } = await realm();
  const open = await channelOf(noah, "harbour", [noah, iris]);
  const secret = await channelOf(noah, "cellar", [noah, iris], { invite_only: true });
  const content = "tea ".repeat(2400);
  const wanted: number[] = [];
  for (let batch = 0; batch < 10; batch++) {
    const to = (index: number) => (index % 5 === 0 ? secret : open);
    const messages = Array.from({ length: 30 }, (_, index) => ({
      sender: noah.id,
      to: to(index),
      topic: "t",
      content,
    }));
    const { ids } = await iris.ok(iris.post("/testing/messages", { messages }));
    wanted.push(...ids.filter((_: number, index: number) => to(index) === open));
  }
  const { tables } = await runExport(iris, 1);
  const found = tables.messages.filter(({ channel_id, topic }: Json) => channel_id === open && topic === "t");
  expect(found.map(({ id }: Json) => id)).toEqual(wanted);
  const { exports: list } = await iris.ok(iris.get("/export/realm"));
  expect(await stored(list[0].export_url)).toBeGreaterThan(1);
});

test("an export fails if it can't be written for a long time", { tags: "nightly" }, async () => {
  const { iris, omar } = await realm();
  await untilShipped(iris);
  await withDatabase(iris, "refuse", async () => {
    const { id } = await iris.ok(iris.post("/export/realm"));
    const list = async () => (await omar.ok(omar.get("/export/realm"))).exports;
    // An attempt waits for new rows to reach D1, which is retried on the real clock.
    await until(async () => {
      await advanceClock(iris, 3_600_000);
      expect((await list())[0].pending).toBe(false);
    });
    const failed = { id, pending: false, export_url: null, failed_timestamp: expect.any(Number) };
    const { entries } = await iris.ok(iris.get("/audit_log", { action: ["export.finished"] }));
    expect(entries).toMatchObject([{ result: "failed", entity: { id: String(id) } }]);
    expect(await list()).toEqual([expect.objectContaining(failed)]);
    const msg = "Export failed, nothing to delete";
    expect(await refusal(iris.delete(`/export/realm/${id}`))).toEqual([400, "BAD_REQUEST", msg]);
  });
});

test("an export waits until D1 responds, and survives an eviction of the object", async () => {
  const { iris, noah } = await realm();
  const open = await channelOf(noah, "harbour", [noah]);
  await say(noah, open, "tea");
  let id = 0;
  await withDatabase(iris, "refuse", async () => {
    id = (await iris.ok(iris.post("/export/realm"))).id;
    const tried = () => iris.ok(iris.get("/export/realm"));
    expect((await tried()).exports[0].pending).toBe(true);
    expect(await refusal(iris.delete(`/export/realm/${id}`))).toEqual([400, "BAD_REQUEST", "Export still in progress"]);
    await evict(iris);
  });
  await advanceClock(iris, 3_600_000);
  const { export_url } = await waitForExport(iris, id);
  expect((await readExport(await downloadExport(iris, export_url))).text).toContain('"content":"tea"');
});
