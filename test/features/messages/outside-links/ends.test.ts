import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Browser } from "../../../support/browser.ts";
import { askForRoomFromPage, startCall } from "../../../support/calls.ts";
import { makeChannel } from "../../../support/channels.ts";
import { askFromPage } from "../../../support/event-stream.ts";
import { fetchPage, sendBody, sendFiles, textFile } from "../../../support/files.ts";
import { sendToChannel } from "../../../support/messages.ts";
import { advanceClock } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";
import { comeIn, done } from "./support.ts";

/** A person outside in a topic, who joined through the administrator's link. */
async function inside(fields: Json = {}) {
  const cast = await realm();
  const { iris, omar, noah, host } = cast;
  const channel = await makeChannel(iris, "suppliers", [iris, omar, noah]);
  const message = await sendToChannel(noah, channel, "delivery", "on Monday");
  const link = await omar.ok(
    omar.post("/outside_links", {
      channel_id: channel,
      topic: "delivery",
      history: true,
      can_call: true,
      can_upload: true,
      ...fields,
    }),
  );
  const ana = await comeIn(host, link.url);
  const { user_id: person } = await done(ana.ask("GET", "/users/me"));
  return { ...cast, channel, message, link: link.outside_link.link_id as number, ana, person: person as number };
}
/** Starts an upload that doesn't end until `finish` is called. */
function uploadUnderWay(ana: Browser) {
  const { readable, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  void writer.write(new TextEncoder().encode("half a plan"));
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { Host: ana.host, Cookie: cookie, "X-CSRFToken": ana.csrf };
  const request = { method: "POST", headers, body: readable };
  const answer = exports.default.fetch(`http://${ana.host}/json/user_uploads?filename=plan.txt`, request);
  return { answer, finish: () => void writer.close() };
}

type Inside = Awaited<ReturnType<typeof inside>>;

const rename = (who: Person, message: number, fields: Json) =>
  who.ok(who.patch(`/messages/${message}`, { propagate_mode: "change_all", ...fields }));

const ends: Readonly<Record<string, readonly [reason: string, end: (of: Inside) => Promise<unknown>]>> = {
  "by a press": ["ended", ({ omar, link }) => omar.ok(omar.delete(`/outside_links/${link}`))],
  "with its date": ["date", ({ iris }) => advanceClock(iris, 7 * 86_400_000 + 1000)],
  "with its date, changed to an earlier one": [
    "date",
    async ({ omar, link }) => {
      await omar.ok(omar.patch(`/outside_links/${link}`, { expires_in: 3600 }));
      await advanceClock(omar, 3_601_000);
    },
  ],
  "with its creator": ["creator", ({ iris, omar }) => iris.ok(iris.delete(`/users/${omar.id}`))],
  "when its creator's role changes": [
    "creator",
    ({ iris, omar }) => iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 })),
  ],
  "when its creator loses the permission": [
    "creator",
    ({ iris }) => {
      const group = { new: { direct_members: [iris.id], direct_subgroups: [] } };
      return iris.ok(iris.patch("/realm", { can_create_outside_links_group: group }));
    },
  ],
  "when its channel becomes private": [
    "channel",
    ({ iris, channel }) => iris.ok(iris.patch(`/streams/${channel}`, { is_private: true })),
  ],
  "with its channel": ["channel", ({ iris, channel }) => iris.ok(iris.delete(`/streams/${channel}`))],
  "when its topic moves to another channel": [
    "moved",
    async ({ iris, message }) => {
      const other = await makeChannel(iris, "other", [iris]);
      await rename(iris, message, { stream_id: other });
    },
  ],
  "when its topic becomes part of another": [
    "moved",
    async ({ iris, channel, message }) => {
      await sendToChannel(iris, channel, "prices", "high");
      await rename(iris, message, { topic: "prices" });
    },
  ],
};

describe("[security 29.4] a link ends", () => {
  test.each(Object.entries(ends))("%s", async (_, [reason, end]) => {
    const of = await inside();
    const { iris, noah, host, ana, person, channel } = of;
    const queue = await done(ana.ask("POST", "/register", { event_types: ["message"] }));
    const { stream } = await askFromPage(
      ana,
      { queue_id: queue.queue_id, last_event_id: queue.last_event_id },
      { Origin: `http://${host}` },
    );
    const { url } = await noah.ok(sendFiles(noah, "/user_uploads", [textFile("the plan")]));
    await sendToChannel(noah, channel, "delivery", `[plan](${url})`);
    const download = await ana.fetch("GET", url);
    const shared = (await done(ana.ask("GET", url))).url;
    expect([download.status, (await fetchPage(host, shared)).status]).toEqual([200, 200]);
    await download.body?.cancel();
    const upload = uploadUnderWay(ana);
    const { call_id } = await startCall(noah, { type: "channel", to: channel, topic: "delivery" });
    const { call } = await askForRoomFromPage(ana, call_id, { Origin: `http://${host}` });
    await call?.hello({ device: "page" });
    const polled = await done(ana.ask("POST", "/register", { event_types: ["message"] }));
    const poll = ana.ask("GET", "/events", { queue_id: polled.queue_id, last_event_id: polled.last_event_id });
    await end(of);
    expect(await stream?.closed).toMatchObject({ code: 4401 });
    // A call also ends with its channel, and after a day.
    expect((await call?.closed)?.reason).toMatch(/^(rights|ended)$/);
    expect(await poll).toMatchObject({ status: 401, body: { result: "error" } });
    expect((await ana.ask("GET", "/users/me")).status).toBe(401);
    expect((await ana.fetch("GET", url)).status).not.toBe(200);
    expect((await fetchPage(host, shared)).status).toBe(403);
    upload.finish();
    expect((await upload.answer).status).toBe(401);
    expect((await ana.ask("POST", "/users/me/android_gcm_reg_id", { token: "abc" })).status).toBe(401);
    const { outside_links: links } = await iris.ok(iris.get("/outside_links"));
    expect(links).toMatchObject([{ end_reason: reason, people: [{ user_id: person }] }]);
    const { user } = await iris.ok(iris.get(`/users/${person}`));
    expect([user.is_active, user.full_name]).toEqual([false, "Ana (outside)"]);
  });
});

test("[security 29.4] the end of a link aborts downloads of people who joined through it, and no others", async () => {
  const { omar, noah, host, ana, link, channel } = await inside();
  const SIZE = 12_000_000;
  const { url } = await noah.ok(sendBody(noah, "film.bin", new Uint8Array(SIZE)));
  await sendToChannel(noah, channel, "delivery", `[film](${url})`);
  const shared = (await done(ana.ask("GET", url))).url;
  const ranged = { Range: `bytes=0-${SIZE - 2}` };
  const hers = [await ana.fetch("GET", url), await fetchPage(host, shared), await ana.fetch("GET", url, {}, ranged)];
  const his = await fetchPage(host, (await noah.ok(noah.get(url))).url);
  expect(hers.map(({ status }) => status)).toEqual([200, 200, 206]);
  const readers = hers.map(({ body }) => (body as ReadableStream<Uint8Array>).getReader());
  const next = () => Promise.all(readers.map((reader) => reader.read()));
  expect((await next()).map((part) => part.done)).toEqual([false, false, false]);
  await omar.ok(omar.delete(`/outside_links/${link}`));
  for (const reader of readers) {
    const outcome = () =>
      reader.read().then(
        (part) => (part.done ? "whole" : "goes on"),
        () => "cut",
      );
    await until(async () => expect(await outcome()).toBe("cut"));
  }
  expect((await his.arrayBuffer()).byteLength).toBe(SIZE);
});

test("[security 29.6] a creator who left a private channel can't read it through a link", async () => {
  const { iris, omar, mia, host } = await realm();
  const settings = { invite_only: true, history_public_to_subscribers: true };
  const channel = await makeChannel(iris, "board", [iris, omar, mia], settings);
  await sendToChannel(mia, channel, "pay", "early");
  const link = await omar.ok(omar.post("/outside_links", { channel_id: channel, history: true, max_people: 9 }));
  const helper = await comeIn(host, link.url);
  const { user_id } = await done(helper.ask("GET", "/users/me"));
  await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["board"], principals: [omar.id, user_id] }));
  await until(async () => expect((await helper.ask("GET", "/users/me")).status).toBe(401));
  const { outside_links: links } = await iris.ok(iris.get("/outside_links"));
  expect(links).toMatchObject([{ end_reason: "creator" }]);
});

test("[security 29.6] a link stays open if its channel becomes more open and its creator could create it again", async () => {
  const { iris, omar, noah, host } = await realm();
  const settings = { invite_only: true, history_public_to_subscribers: true };
  const channel = await makeChannel(iris, "suppliers", [iris, omar, noah], settings);
  const { url } = await omar.ok(omar.post("/outside_links", { channel_id: channel, max_people: 9 }));
  const ana = await comeIn(host, url);
  await iris.ok(iris.patch(`/streams/${channel}`, { is_private: false }));
  await iris.ok(iris.patch(`/users/${omar.id}`, { role: 100 }));
  await advanceClock(iris, 1000);
  expect((await ana.ask("GET", "/users/me")).status).toBe(200);
  await iris.ok(iris.patch(`/streams/${channel}`, { is_private: true, history_public_to_subscribers: false }));
  expect((await ana.ask("GET", "/users/me")).status).toBe(401);
});

test("a topic's link keeps working when the topic is renamed or resolved", async () => {
  const { iris, noah, ana, message, channel } = await inside();
  await rename(noah, message, { topic: "deliveries" });
  await rename(iris, message, { topic: "✔ deliveries" });
  const { outside_access } = await done(ana.ask("POST", "/register", { event_types: ["outside_links"] }));
  expect(outside_access.topic).toBe("✔ deliveries");
  const send = { type: "stream", to: channel, topic: "✔ deliveries", content: "Thank you" };
  expect((await ana.ask("POST", "/messages", send)).status).toBe(200);
  const { messages } = await done(ana.ask("GET", "/messages", { anchor: "newest", num_before: 9, num_after: 0 }));
  expect(messages[0].id).toBe(message);
  expect(JSON.stringify(messages)).not.toContain("prev_topic");
});

test("[security 29.4] an account of someone outside sees nothing even if it is reactivated", async () => {
  const { iris, omar, ana, link, person, channel } = await inside();
  await omar.ok(omar.delete(`/outside_links/${link}`));
  await iris.ok(iris.post(`/users/${person}/reactivate`));
  expect((await ana.ask("GET", "/users/me")).status).toBe(401);
  const fields = { subscriptions: [{ name: "suppliers" }], principals: [person] };
  await iris.ok(iris.post("/users/me/subscriptions", fields));
  expect((await iris.post(`/users/${person}/password_link`)).body.result).toBe("error");
  expect(channel).toBeGreaterThan(0);
});

test("[security 29.2] a higher role alone gives someone outside no more access", async () => {
  const { iris, ana, person } = await inside();
  const hidden = await makeChannel(iris, "hidden", [iris]);
  await sendToChannel(iris, hidden, "tea", "is ready");
  await iris.ok(iris.patch(`/users/${person}`, { role: 400 }));
  expect((await ana.ask("GET", "/streams")).status).toBe(403);
  const { streams } = await done(ana.ask("POST", "/register", { event_types: ["stream"] }));
  expect(streams.map(({ name }: Json) => name)).toEqual(["suppliers"]);
  const narrow = [{ operator: "channel", operand: hidden }];
  expect((await ana.ask("GET", "/messages", { narrow, anchor: "newest", num_before: 9, num_after: 0 })).status).toBe(
    400,
  );
});

test("a read-only link lets no one write, react or call", async () => {
  const { omar, noah, ana, link, message, channel } = await inside({ can_call: false, can_post: false });
  const send = { type: "stream", to: channel, topic: "delivery", content: "Hello" };
  expect((await ana.ask("POST", "/messages", send)).status).toBe(400);
  expect((await ana.ask("POST", `/messages/${message}/reactions`, { emoji_name: "tada" })).status).toBe(400);
  const { call_id } = await startCall(noah, { type: "channel", to: channel, topic: "delivery" });
  expect((await ana.ask("GET", `/calls/${call_id}`)).status).toBe(404);
  await omar.ok(omar.patch(`/outside_links/${link}`, { can_post: true, can_call: true }));
  expect((await ana.ask("POST", "/messages", send)).status).toBe(200);
  expect((await ana.ask("GET", `/calls/${call_id}`)).status).toBe(200);
});

test("people in a call are removed from it when their link no longer allows calls", async () => {
  const { host, omar, noah, ana, link, channel } = await inside();
  const { call_id } = await startCall(noah, { type: "channel", to: channel, topic: "delivery" });
  const { call } = await askForRoomFromPage(ana, call_id, { Origin: `http://${host}` });
  await call?.hello({ device: "page" });
  await omar.ok(omar.patch(`/outside_links/${link}`, { can_call: false }));
  expect(await call?.closed).toMatchObject({ code: 4401, reason: "rights" });
});

test("a first-time sender becomes visible before their message, without an email address", async () => {
  const { mia, iris, ana, channel } = await inside();
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "suppliers" }], principals: [mia.id] }));
  const fields = { event_types: ["message", "realm_user"], client_gravatar: false };
  const { queue_id, last_event_id, realm_users } = await done(ana.ask("POST", "/register", fields));
  expect(realm_users.map(({ user_id }: Json) => user_id)).not.toContain(mia.id);
  await sendToChannel(mia, channel, "prices", "unseen");
  const id = await sendToChannel(mia, channel, "delivery", "seen");
  const { events } = await done(ana.ask("GET", "/events", { queue_id, last_event_id, dont_block: true }));
  expect(events).toMatchObject([
    { type: "realm_user", op: "add", person: { user_id: mia.id, delivery_email: null } },
    { type: "message", message: { id, sender_full_name: "Mia Example" } },
  ]);
  expect(JSON.stringify(events)).not.toContain(mia.email);
});

test("the end of a link is announced to users who can still see its channel but no longer read it", async () => {
  const { iris, omar, noah, mia } = await realm();
  const open = await makeChannel(iris, "suppliers", [iris, omar, noah]);
  const closed = await makeChannel(iris, "vault", [iris, omar, noah], { invite_only: true });
  const links = [];
  for (const channel_id of [open, closed])
    links.push((await iris.ok(iris.post("/outside_links", { channel_id }))).outside_link.link_id);
  const queues = [];
  for (const who of [omar, mia]) queues.push(await who.queue({ event_types: ["outside_links"] }));
  await omar.ok(omar.delete("/users/me/subscriptions", { subscriptions: ["suppliers", "vault"] }));
  await iris.ok(iris.patch(`/streams/${open}`, { is_private: true }));
  await iris.ok(iris.delete(`/outside_links/${links[1]}`));
  const removed = [];
  for (const queue of queues) {
    const events = await queue.events();
    removed.push(events.filter(({ op }) => op === "remove").map(({ link_id }) => link_id));
  }
  expect(removed).toEqual([links, []]);
});
