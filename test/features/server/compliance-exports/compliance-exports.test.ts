import { env } from "cloudflare:workers";
import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { noteOwnerChange } from "../../../../src/features/server/compliance-exports/second-owner.ts";
import { toUserId } from "../../../../src/protocol/ids.ts";
import type { Browser } from "../../../support/browser.ts";
import { join, passInRoom, startCall } from "../../../support/calls.ts";
import { eventsDuring } from "../../../support/events-during.ts";
import { fetchPage, sendFiles, textFile } from "../../../support/files.ts";
import { logIn, succeeds } from "../../../support/log-in.ts";
import { mailsTo } from "../../../support/mail.ts";
import { advanceClock, changeRealm, withConfig, withEnv } from "../../../support/object.ts";
import { type Cast, PASSWORD, realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { digestOf, downloadWhenDone, jsonOf, textOf } from "../personal-data-export/read-own-export.ts";
import {
  channelOf,
  exported,
  exportsOf,
  linesOf,
  makeSecondOwner,
  ownerOf,
  PATH,
  pendingOnes,
  say,
} from "./exporting.ts";

test("a compliance export includes edits, files and digests, and the participants at the time of each message", async () => {
  const cast = await realm();
  const { noah, mia, omar } = cast;
  const cellar = await channelOf(mia, "cellar", [mia], { invite_only: true, history_public_to_subscribers: true });
  const first = await say(mia, cellar, "before noah");
  await mia.ok(mia.post("/users/me/subscriptions", { subscriptions: [{ name: "cellar" }], principals: [noah.id] }));
  const second = await say(mia, cellar, "with noah: größer — 茶");
  const { url } = (await sendFiles(noah, "/user_uploads", [textFile("file of noah", "Bericht ä.txt")])).body;
  const third = await say(noah, cellar, `[report](${url})`);
  await mia.ok(mia.patch(`/messages/${second}`, { content: "with noah, changed" }));
  await noah.ok(noah.delete("/users/me/subscriptions", { subscriptions: ["cellar"] }));
  const fourth = await say(mia, cellar, "after noah");
  await say(omar, [mia.id], "not of the cellar");
  const { call_id, message_id } = await startCall(mia, { type: "channel", to: cellar, topic: "tea" });
  const { call } = await join(mia, call_id);
  await passInRoom(mia, call_id, 1000);
  await mia.ok(mia.post(`/calls/${call_id}/end`));
  await call.closed;
  const peopleIn = async () => (await mia.ok(mia.get(`/calls/${call_id}`))).call.people_ids;
  await until(async () => expect(await peopleIn()).toEqual([mia.id]));

  const { members, messages: all } = await exported(await ownerOf(cast), { channels: [cellar] });
  // The notification about the channel's creation precedes them.
  const messages = all.filter(({ id }) => id >= first);
  expect(messages.map(({ id }) => id)).toEqual([first, second, third, fourth, message_id]);
  const [one, two, three, four] = messages;
  expect(messages.map((message) => message.participants_at_time)).toEqual([
    [mia.id],
    [noah.id, mia.id].sort((a, b) => a - b),
    [noah.id, mia.id].sort((a, b) => a - b),
    [mia.id],
    [mia.id],
  ]);
  const times = { started_at: expect.any(Number), ended_at: expect.any(Number) };
  const people = [{ id: mia.id, seconds: expect.any(Number) }];
  expect(messages[4].call).toEqual({ call_id, video: false, ...times, starter_id: mia.id, people });
  expect(four).not.toHaveProperty("call");
  expect(one).toMatchObject({
    conversation: { type: "channel", id: cellar, name: "cellar", topic: "tea" },
    sender: { id: mia.id, email: mia.email, is_bot: false },
    sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    text: "before noah",
    edits: [],
    files: [],
  });
  expect(two).toMatchObject({
    text: "with noah, changed",
    edits: [{ by: mia.id, text_before: "with noah: größer — 茶" }],
  });
  const [file] = three.files;
  expect([file.name, file.sha256]).toEqual(["Bericht ä.txt", digestOf(members.get(file.member))]);
  expect(textOf(members, file.member)).toBe("file of noah");
  expect(four.text).toBe("after noah");

  // The email can be parsed, and has the conversation of that day with its file.
  const [letter = ""] = [...members.keys()].filter((name) => name.endsWith(".eml"));
  const mail = await PostalMime.parse(members.get(letter) as Uint8Array<ArrayBuffer>);
  expect(mail.subject).toMatch(/^#cellar, \d{4}-\d\d-\d\d$/);
  expect(mail.to?.map(({ address }) => address).sort()).toEqual([mia.email, noah.email].sort());
  expect(mail.from?.name).toBe("#cellar");
  for (const text of ["before noah", "with noah, changed", "größer — 茶", "after noah"])
    expect(mail.text).toContain(text);
  const [attached] = mail.attachments;
  expect([attached?.filename, new TextDecoder().decode(attached?.content as ArrayBuffer)]).toEqual([
    "Bericht ä.txt",
    "file of noah",
  ]);

  // Every archive member has its digest, and the manifest has those of the digest lists.
  const manifest = jsonOf(members, "manifest.json");
  expect(manifest).toMatchObject({ kind: "compliance export", reason: "case 7", channels: [cellar], people: [] });
  expect(manifest.checkpoint).toMatch(/^.+\/audit\n\d+\n/);
  const digests = new Map<string, string>();
  for (const { name, sha256 } of manifest.digests) {
    expect(digestOf(members.get(name))).toBe(sha256);
    for (const line of textOf(members, name).trim().split("\n")) digests.set(line.slice(66), line.slice(0, 64));
  }
  const others = [...members.keys()].filter((name) => name !== "manifest.json" && !name.startsWith("digests-"));
  expect([...digests.keys()].sort()).toEqual(others.sort());
  for (const name of others) expect(digestOf(members.get(name)), name).toBe(digests.get(name));
  const spans = linesOf(members, "participants-0001.jsonl").filter(({ person }) => person === noah.id);
  expect(spans).toEqual([
    { channel: cellar, person: noah.id, first_message: expect.any(Number), last_message: expect.any(Number) },
  ]);
  const [{ first_message, last_message }] = spans as [Json];
  expect([first, first_message, second].toSorted((a, b) => a - b)).toEqual([first, first_message, second]);
  expect([third, last_message, fourth].toSorted((a, b) => a - b)).toEqual([third, last_message, fourth]);
  expect(linesOf(members, "people-0001.jsonl")).toContainEqual(
    expect.objectContaining({ id: noah.id, email: noah.email, is_active: true }),
  );
});

test("an export by users has messages that they sent or received, and one by time only messages from that period", async () => {
  const cast = await realm();
  const { noah, mia, omar, gus } = cast;
  const harbour = await channelOf(noah, "harbour", [noah, mia]);
  const attic = await channelOf(mia, "attic", [mia, omar], { invite_only: true });
  const own = await say(noah, harbour, "own");
  const received = await say(mia, harbour, "received");
  await say(mia, attic, "elsewhere");
  const direct = await say(mia, [noah.id], "direct");
  await say(mia, [gus.id], "past noah");
  const browser = await ownerOf(cast);
  const { messages } = await exported(browser, { people: [noah.id] });
  const found = messages.map(({ id }) => id);
  expect(found).toEqual(expect.arrayContaining([own, received, direct]));
  expect(messages.map(({ text }) => text)).not.toEqual(expect.arrayContaining(["elsewhere"]));
  expect(messages.map(({ text }) => text)).not.toEqual(expect.arrayContaining(["past noah"]));
  const now = Math.floor(Date.now() / 1000);
  const later = await exported(browser, { people: [noah.id], from: now + 3600 });
  expect(later.messages).toEqual([]);
  const sooner = await exported(browser, { channels: [harbour], from: now - 3600, until: now + 3600 });
  expect(sooner.messages.map(({ id }) => id)).toEqual(expect.arrayContaining([own, received]));
});

test("[security 16.8] only owners with a recent login can request an export, and a second owner must confirm it", async () => {
  const cast = await realm();
  const { iris, omar, noah, mia, host } = cast;
  const harbour = await channelOf(noah, "harbour", [noah, mia]);
  await say(noah, harbour, "x");
  for (const person of [omar, noah]) expect((await person.get(PATH)).body.msg).toBe("Must be an organization owner");
  const byKey = await iris.post(PATH, { channels: [harbour], reason: "x" });
  expect([byKey.status, byKey.body.code]).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
  expect((await noah.ok(noah.post("/register", { fetch_event_types: ["realm"] }))).server_holds).toBe(true);
  const first = await ownerOf(cast);
  const msgOf = async (fields: Json) => (await first.ask("POST", PATH, { reason: "x", ...fields })).body.msg;
  expect(await msgOf({})).toBe("Name people, channels, or a hold.");
  expect(await msgOf({ people: [999] })).toBe("Invalid user ID");
  expect(await msgOf({ channels: [999] })).toBe("Invalid channel ID");
  expect(await msgOf({ channels: [harbour], from: 5, until: 5 })).toBe("from must be before until");

  // The manifest's dates have four-digit years.
  for (const far of [{ from: 9e15 }, { until: 253_402_300_800 }])
    expect(await msgOf({ channels: [harbour], ...far })).toMatch(/^(from|until) is too large/);

  await makeSecondOwner(cast, mia);
  const [browser, second] = [await ownerOf(cast), await logIn(host, mia.email, PASSWORD)];
  const [told, nothing] = await eventsDuring([iris, noah], async () => {
    await succeeds(browser.ask("POST", PATH, { channels: [harbour], reason: "x" }));
  });
  expect(nothing).toEqual([]);
  expect(told?.map(({ type, exports: [one] }: Json) => [type, one.state])).toEqual([["compliance_exports", "waiting"]]);
  const [{ id }] = await exportsOf(browser);
  expect((await browser.ask("POST", `${PATH}/${id}/confirm`)).body.msg).toBe(
    "Another owner has to confirm this export.",
  );
  expect((await browser.ask("POST", PATH, { channels: [harbour], reason: "y" })).status).toBe(400);
  await succeeds(second.ask("POST", `${PATH}/${id}/confirm`));
  await downloadWhenDone(browser, () => pendingOnes(browser));
  const [{ export_url, confirmed_by }] = await exportsOf(browser);
  expect(confirmed_by).toBe(mia.id);
  const { pathname } = new URL(export_url);
  const statuses = [undefined, noah, omar, iris].map(
    async (as) => (await fetchPage(host, pathname, { ...(as && { as }) })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 404, 404, 404]);
  expect((await browser.fetch("HEAD", pathname)).status).toBe(200);
  const earlier = await ownerOf(cast);
  await advanceClock(iris, 61 * 60_000);
  const tooOld = await earlier.fetch("GET", pathname);
  expect([tooOld.status, (await tooOld.json<Json>()).code]).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
  expect((await earlier.fetch("HEAD", pathname)).status).toBe(403);
  for (const { status, body } of [await earlier.ask("DELETE", `${PATH}/${id}`), await iris.delete(`${PATH}/${id}`)]) {
    expect([status, body.code]).toEqual([403, "FRESH_LOGIN_REQUIRED"]);
  }
  const again = await ownerOf(cast);
  expect((await again.fetch("GET", pathname)).status).toBe(200);
  const stored = async () =>
    (await env.UPLOADS.list()).objects.filter(({ key }) => key.includes(pathname.split("/")[2] ?? "")).length;
  expect(await stored()).toBeGreaterThan(2);
  await succeeds(again.ask("DELETE", `${PATH}/${id}`));
  await until(async () => expect(await stored()).toBe(0));
  expect(await exportsOf(browser)).toMatchObject([{ id, state: "ended", export_url: null }]);
  const { entries } = await iris.ok(iris.get("/audit_log", { action: ["compliance_export.*"] }));
  const actions = entries.map((entry: Json) => entry.action.split(".")[1]);
  expect(actions.reverse()).toEqual(["requested", "confirmed", "started", "downloaded", "downloaded", "deleted"]);
});

describe("[security 16.9] a change of owners", () => {
  const role = ({ iris }: Cast, { id }: Person, role: number) => iris.ok(iris.patch(`/users/${id}`, { role }));
  const states = async (browser: Browser) => (await exportsOf(browser)).map(({ state }: Json) => state);

  test("ends a waiting export, and owners added in the last week cannot confirm one", async () => {
    const cast = await realm();
    const { iris, noah, mia, omar, host } = cast;
    await makeSecondOwner(cast, mia);
    const browser = await ownerOf(cast);
    const ask = async () => (await succeeds(browser.ask("POST", PATH, { people: [noah.id], reason: "x" }))).id;
    await ask();
    await role(cast, omar, 100);
    expect(await states(browser)).toEqual(["ended"]);
    const id = await ask();
    const confirms = async (person: Person) =>
      (await (await logIn(host, person.email, PASSWORD)).ask("POST", `${PATH}/${id}/confirm`)).body.msg;
    expect(await confirms(omar)).toContain("an owner for a week");
    expect(await states(browser)).toEqual(["ended", "waiting"]);
    expect(await confirms(mia)).toBe("");
    // One of them may be about the login.
    const subjects = (await mailsTo(iris, mia.email, 2)).map(({ subject }) => subject);
    expect(subjects).toContain("A compliance export of Test was requested");
  });

  test("includes an owner's new address or password link, set or created by another owner", async () => {
    const cast = await realm();
    const { iris, noah, mia, omar, host } = cast;
    await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
    await makeSecondOwner(cast, mia);
    const browser = await ownerOf(cast);
    const ask = async () => (await succeeds(browser.ask("POST", PATH, { people: [noah.id], reason: "x" }))).id;
    const confirms = async (id: number, email: string) =>
      (await (await logIn(host, email, PASSWORD)).ask("POST", `${PATH}/${id}/confirm`)).body.msg;
    await ask();
    await succeeds(browser.ask("PATCH", `/users/${mia.id}`, { new_email: "iris-too@example.com" }));
    expect(await states(browser)).toEqual(["ended"]);
    expect(await confirms(await ask(), "iris-too@example.com")).toContain("an owner for a week");
    await withConfig(iris, { mail: "none" }, async () => {
      await succeeds(browser.ask("POST", `/users/${omar.id}/password_link`));
    });
    expect(await states(browser)).toEqual(["ended", "ended"]);
    const asked = await browser.ask("POST", PATH, { people: [noah.id], reason: "x" });
    expect(asked.body.msg).toContain("there is no one");
  });

  test("doesn't prevent exports if the account was removed with a canceled import", async () => {
    const cast = await realm();
    const { iris, noah, mia } = cast;
    await makeSecondOwner(cast, mia);
    await changeRealm(iris, (organization) => noteOwnerChange(organization, toUserId(999)));
    await succeeds((await ownerOf(cast)).ask("POST", PATH, { people: [noah.id], reason: "x" }));
  });

  test("does not remove the need for confirmation", async () => {
    const cast = await realm();
    const { iris, noah, mia } = cast;
    await makeSecondOwner(cast, mia);
    const browser = await ownerOf(cast);
    const ask = async () => (await browser.ask("POST", PATH, { people: [noah.id], reason: "x" })).body.msg;
    await role(cast, mia, 400);
    expect(await ask()).toContain("there is no one");
    await role(cast, mia, 100);
    expect(await ask(), "new again").toContain("there is no one");
    await iris.ok(iris.delete(`/users/${mia.id}`));
    expect(await ask()).toContain("there is no one");
    expect(await exportsOf(browser)).toEqual([]);
    await advanceClock(iris, 8 * 86_400_000);
    const later = await ownerOf(cast);
    expect((await later.ask("POST", PATH, { people: [noah.id], reason: "x" })).status).toBe(200);
  });
});

test("all endpoints of compliance exports return 404 if the operator does not allow holds", async () => {
  const { iris } = await realm();
  await withEnv({ HOLDS: "off" }, async () => {
    expect((await iris.get(PATH)).status).toBe(404);
    expect((await iris.post(PATH, { reason: "x" })).status).toBe(404);
    expect((await iris.post(`${PATH}/1/confirm`)).status).toBe(404);
    expect((await iris.delete(`${PATH}/1`)).status).toBe(404);
  });
});

test("a compliance export of 10,000 messages has pieces of bounded size, and each message once", {
  tags: "nightly",
}, async () => {
  const cast = await realm();
  const { iris, noah } = cast;
  const harbour = await channelOf(noah, "harbour", [noah, iris]);
  const content = "tea ".repeat(250);
  const ids: number[] = [];
  for (let batch = 0; batch < 20; batch++) {
    const messages = Array.from({ length: 500 }, () => ({ sender: noah.id, to: harbour, topic: "t", content }));
    ids.push(...(await iris.ok(iris.post("/testing/messages", { messages }))).ids);
  }
  const { members, messages } = await exported(await ownerOf(cast), { channels: [harbour] });
  const found = messages.map(({ id }) => id).filter((id) => id >= (ids[0] ?? 0));
  expect(found).toEqual(ids);
  for (const [name, bytes] of members) expect(bytes.length, name).toBeLessThan(6_000_000);
  const letters = [...members.keys()].filter((name) => name.endsWith(".eml"));
  expect(letters.length).toBeGreaterThanOrEqual(10);
  let counted = 0;
  for (const name of letters) {
    const mail = await PostalMime.parse(members.get(name) as Uint8Array<ArrayBuffer>);
    counted += Number(mail.headers.find(({ key }) => key === "x-parley-messages")?.value);
  }
  expect(counted).toBe(messages.length);
});
