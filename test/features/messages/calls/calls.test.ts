import { describe, expect, test } from "vitest";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { putBackHook } from "../../../../src/realm/replication/hooks.ts";
import { join, passInRoom, startCall } from "../../../support/calls.ts";
import { makeChannel } from "../../../support/channels.ts";

import { groupIds, makeGroup } from "../../../support/groups.ts";
import { fetchMessages } from "../../../support/messages.ts";
import { advanceClock, changeRealm, evict, inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const CALLS = { event_types: ["call"], client_capabilities: { notification_settings_null: true, calls: true } };

test("starting a call creates a message, a row and an event, and a second start there returns the same call", async () => {
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "kitchen", [noah, mia]);
  const where = { type: "stream", to: channel, topic: "tea" };
  const { call_id, message_id, existing } = await startCall(noah, where);
  expect([call_id, existing]).toEqual([expect.stringMatching(/^[1-9]\d{14}$/), false]);
  const { messages } = await fetchMessages(mia, { apply_markdown: false });
  expect(messages.at(-1)).toMatchObject({
    id: message_id,
    content: `[Join voice call.](http://${noah.host}/call/${call_id})`,
  });
  expect(await startCall(mia, where)).toMatchObject({ call_id, message_id, existing: true });
  const { call } = await mia.ok(mia.get(`/calls/${call_id}`));
  expect(call).toMatchObject({ call_id, message_id, type: "stream", stream_id: channel, topic: "tea", member_ids: [] });
});

test("members of a call see each other, and other users see its members", async () => {
  const { noah, mia } = await realm();
  const { call_id } = await startCall(noah, { type: "direct", to: [mia.id], video: true });
  const queue = await mia.queue({
    event_types: ["call"],
    client_capabilities: { notification_settings_null: true, calls: true },
  });
  expect(queue.state).toMatchObject({
    calls: [{ call_id, member_ids: [] }],
    server_calls: { mode: "mesh", has_relay: false },
  });
  const { call: first, state } = await join(noah, call_id);
  expect(state).toMatchObject({ me: 1, mode: "mesh", members: [{ id: 1, user_id: noah.id, mic: false }], limit: 6 });
  const { call: second, state: other } = await join(mia, call_id);
  expect(other.members).toHaveLength(2);
  expect(await first.of("join")).toMatchObject({ member: { id: 2, user_id: mia.id } });
  second.say({ type: "set", mic: true });
  expect(await first.of("set")).toEqual({ type: "set", id: 2, mic: true });
  const d = { type: "offer", sdp: "v=0\r\ns=-\r\n" };
  first.say({ type: "signal", to: 2, d });
  expect(await second.of("signal")).toEqual({ type: "signal", from: 1, d });
  await passInRoom(noah, call_id, 1000);
  await until(async () => {
    expect(await queue.events()).toContainEqual(
      expect.objectContaining({ op: "update", member_ids: [noah.id, mia.id].sort() }),
    );
  });
  second.say({ type: "leave" });
  expect(await first.of("gone")).toEqual({ type: "gone", id: 2, why: "left" });
});

test("a call moves with its topic, and clients with a queue only for calls get the update", async () => {
  const { noah, mia } = await realm();
  const channel = await makeChannel(noah, "kitchen", [noah, mia]);
  const { call_id, message_id } = await startCall(noah, { type: "stream", to: channel, topic: "tea" });
  const queue = await mia.queue(CALLS);
  await noah.ok(noah.patch(`/messages/${message_id}`, { topic: "coffee", propagate_mode: "change_all" }));
  const conversation = { type: "stream", stream_id: channel, topic: "coffee", user_ids: [] };
  expect(await queue.events()).toEqual([expect.objectContaining({ op: "update", call_id, conversation })]);
});

test("when a call moves to another channel, new readers get it and former readers lose it", async () => {
  const { noah, mia, omar, iris } = await realm();
  const from = await makeChannel(iris, "kitchen", [iris, noah, mia], { invite_only: true });
  const to = await makeChannel(iris, "garden", [iris, noah, omar], { invite_only: true });
  const { call_id, message_id } = await startCall(noah, { type: "stream", to: from, topic: "tea" });
  const all = { ...CALLS, event_types: ["call", "delete_message"] };
  const [reader, loser, gainer] = [await noah.queue(all), await mia.queue(all), await omar.queue(all)];
  await iris.ok(iris.patch(`/messages/${message_id}`, { stream_id: to, propagate_mode: "change_all" }));
  const calls = async (queue: typeof reader) => (await queue.events()).filter(({ type }: Json) => type === "call");
  const conversation = { type: "stream", stream_id: to, topic: "tea", user_ids: [] };
  const started = expect.objectContaining({ op: "start", call: expect.objectContaining({ call_id, stream_id: to }) });
  const moved = expect.objectContaining({ op: "update", call_id, conversation });
  expect(await calls(reader)).toEqual([moved, started]);
  expect(await calls(gainer)).toEqual([moved, started]);
  const events = await loser.events();
  expect(events.filter(({ type }: Json) => type === "call")).toEqual([]);
  expect(events.filter(({ type }: Json) => type === "delete_message")).toHaveLength(1);
});

test("the call history is open to all readers, even those who cannot post, and in an organization with many calls", async () => {
  const { iris, noah, mia, gus } = await realm();
  const channel = await makeChannel(iris, "news", [iris, noah, mia]);
  const where = { type: "stream", to: channel, topic: "tea" };
  const { call_id, message_id } = await startCall(iris, where);
  const { "role:administrators": administrators } = await groupIds(iris);
  await iris.ok(iris.patch(`/streams/${channel}`, { can_send_message_group: { new: administrators } }));
  await changeRealm(mia, ({ sql }) => {
    sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
       INSERT INTO calls (id, message_id, starter_id, video, started_at, ended_at)
       SELECT 'x' || i, 1, ${noah.id}, 0, 4000000000, 4000000000 FROM n`,
    );
  });
  expect((await mia.ok(mia.get("/calls", where))).calls).toMatchObject([{ call_id, message_id }]);
  expect((await mia.ok(mia.get("/calls", { ...where, topic: "another" }))).calls).toEqual([]);
  await iris.ok(iris.post(`/calls/${call_id}/end`));
  await iris.ok(iris.patch(`/messages/${message_id}`, { topic: "another", propagate_mode: "change_all" }));
  expect((await mia.ok(mia.get("/calls", where))).calls).toEqual([]);
  expect((await mia.ok(mia.get("/calls", { ...where, topic: "another" }))).calls).toMatchObject([{ call_id }]);
  expect((await gus.get("/calls", where)).body).toMatchObject({ code: "STREAM_DOES_NOT_EXIST" });
});

test("a user who cannot read a call's message starts a separate call", async () => {
  const { iris, noah, mia, omar } = await realm();
  const channel = await makeChannel(iris, "den", [iris, noah], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const where = { type: "stream", to: channel, topic: "tea" };
  const first = await startCall(noah, where);
  for (const who of [mia, omar])
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "den" }], principals: [who.id] }));
  const second = await startCall(mia, where);
  expect(second).toMatchObject({ existing: false });
  expect(second.call_id).not.toBe(first.call_id);
  expect(await startCall(omar, where)).toMatchObject({ call_id: second.call_id, existing: true });
});

test("calls end when the organization is restored, and a room's end is accepted despite a lower sequence number", async () => {
  const { noah, mia } = await realm();
  const { call_id } = await startCall(noah, { type: "direct", to: [mia.id] });
  await changeRealm(noah, ({ sql }) => sql.exec("UPDATE calls SET seq = 99"));
  await evict(noah);
  const { call } = await join(noah, call_id);
  call.say({ type: "leave" });
  await call.closed;
  await until(async () => {
    await passInRoom(noah, call_id, 61_000);
    expect((await noah.ok(noah.get(`/calls/${call_id}`))).call.ended_at).toEqual(expect.any(Number));
  });
  const { call_id: second } = await startCall(noah, { type: "direct", to: [mia.id] });
  const { call: other } = await join(noah, second);
  await inRealm(noah, (realm) => realm.change(() => realm.run(putBackHook)));
  expect((await other.closed).code).toBe(4404);
  expect((await noah.ok(noah.get(`/calls/${second}`))).call.ended_at).toEqual(expect.any(Number));
});

test("a user can start ten calls a minute, and an organization can have fifty at a time", async () => {
  const { noah, mia, omar } = await realm();
  const { call_starts_a_minute } = limits.account;
  const { open_calls } = limits.organization;
  const channel = await makeChannel(noah, "kitchen", [noah, mia, omar]);
  const start = (who: Person, topic: string) => who.post("/calls", { type: "stream", to: channel, topic });
  for (let at = 0; at < call_starts_a_minute; at += 1) await noah.ok(start(noah, `t${at}`));
  expect((await start(noah, "more")).body).toMatchObject({ code: "RATE_LIMIT_HIT" });
  await changeRealm(mia, ({ sql }) => {
    sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${open_calls})
       INSERT INTO calls (id, message_id, starter_id, video, started_at) SELECT 'x' || i, 1, ${noah.id}, 0, 1 FROM n`,
    );
  });
  await evict(mia);
  expect((await start(mia, "another")).body.msg).toBe("Too many calls are going on in this organization.");
});

/** The ends of ringing in a queue's events. */
const ringsIn = (events: Json[]) =>
  events.filter(({ op }) => op.startsWith("ring")).map(({ op, why, user_id }) => [op, why, user_id]);

describe("a direct call rings", () => {
  test("until the callee declines it, which the caller sees", async () => {
    const { noah, mia } = await realm();
    const [caller, called, zulip] = [await noah.queue(CALLS), await mia.queue(CALLS), await mia.queue()];
    const { call_id } = await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    expect(await called.events()).toContainEqual(
      expect.objectContaining({ op: "ring", call_id, by: noah.id, video: false }),
    );
    await mia.ok(mia.post(`/calls/${call_id}/decline`));
    expect(ringsIn(await called.events())).toEqual([["ring_end", "declined", mia.id]]);
    const heard = await caller.events();
    expect(ringsIn(heard)).toEqual([["ring_end", "declined", mia.id]]);
    expect(heard.at(-1)).toMatchObject({ op: "update", call_id, ringing_until: null });
    // Clients without support for calls get only the message.
    expect((await zulip.events()).map(({ type }: Json) => type)).toEqual(["message"]);
  });

  test("for each callee until they decline, and its state is known to pages opened later", async () => {
    const { noah, mia, omar, gus } = await realm();
    await gus.ok(gus.post(`/users/me/muted_users/${noah.id}`));
    const people = [noah, mia, omar, gus];
    const queues = await Promise.all(people.map((who) => who.queue(CALLS)));
    const { call_id } = await startCall(noah, { type: "direct", to: [mia.id, omar.id, gus.id], ring: true });
    const started = async (queue: (typeof queues)[number]) =>
      (await queue.events()).find(({ op }: Json) => op === "start").call.ringing_until !== null;
    expect(await Promise.all(queues.map(started))).toEqual([true, true, true, false]);
    const rings = () =>
      Promise.all(
        people.map(async (who) => {
          const { state } = await who.queue(CALLS);
          const { call } = await who.ok(who.get(`/calls/${call_id}`));
          expect(state.calls).toMatchObject([{ call_id, ringing_until: call.ringing_until }]);
          return call.ringing_until !== null;
        }),
      );
    expect(await rings()).toEqual([true, true, true, false]);
    await mia.ok(mia.post(`/calls/${call_id}/decline`));
    expect(await rings()).toEqual([true, false, true, false]);
    expect((await queues[1]?.events())?.at(-1)).toMatchObject({ op: "update", ringing_until: null });
    await omar.ok(omar.post(`/calls/${call_id}/decline`));
    expect(await rings()).toEqual([false, false, false, false]);
    const heard = await Promise.all(queues.map(async (queue) => (await queue.events()).map(({ op }: Json) => op)));
    expect(heard).toEqual([["ring_end", "ring_end", "update"], [], ["ring_end", "update"], []]);
  });

  test("until it is answered on any device", async () => {
    const { noah, mia } = await realm();
    const called = await mia.queue(CALLS);
    const { call_id } = await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    await join(mia, call_id);
    await passInRoom(noah, call_id, 1000);
    const heard: Json[] = [];
    await until(async () => {
      heard.push(...(await called.events()));
      expect(ringsIn(heard)).toEqual([
        ["ring", undefined, undefined],
        ["ring_end", "answered", mia.id],
      ]);
    });
  });

  test("until it times out or the caller cancels it", async () => {
    const { noah, mia, omar } = await realm();
    const called = await mia.queue(CALLS);
    const { call_id } = await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    await noah.ok(noah.post(`/calls/${call_id}/end`));
    expect(ringsIn(await called.events()).at(-1)).toEqual(["ring_end", "cancelled", mia.id]);
    await startCall(omar, { type: "direct", to: [mia.id], ring: true });
    await evict(mia);
    await advanceClock(mia, 31_000);
    await until(async () => expect(ringsIn(await called.events()).at(-1)?.[1]).toBe("missed"));
  });

  test("until its last member leaves before anyone else answers", async () => {
    const { noah, mia } = await realm();
    const called = await mia.queue(CALLS);
    const { call_id } = await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    const { call } = await join(noah, call_id);
    const heard: Json[] = [];
    const hears = (event: Json) =>
      until(async () => {
        heard.push(...(await called.events()));
        expect(heard).toContainEqual(expect.objectContaining(event));
      });
    await passInRoom(noah, call_id, 1000);
    await hears({ op: "update", member_ids: [noah.id] });
    expect(ringsIn(heard)).toEqual([["ring", undefined, undefined]]);
    call.say({ type: "leave" });
    await call.closed;
    await passInRoom(noah, call_id, 1000);
    await hears({ op: "update", member_ids: [] });
    expect(ringsIn(heard).at(-1)).toEqual(["ring_end", "cancelled", mia.id]);
  });

  test("except for users who muted the caller or disabled ringing, and never in channels", async () => {
    const { noah, mia, omar } = await realm();
    const channel = await makeChannel(noah, "kitchen", [noah, mia]);
    const called = await mia.queue(CALLS);
    await startCall(noah, { type: "channel", to: channel, topic: "tea", ring: true });
    await mia.ok(mia.post(`/users/me/muted_users/${noah.id}`));
    await startCall(noah, { type: "direct", to: [mia.id], ring: true });
    expect((await called.events()).map(({ op }: Json) => op)).toEqual(["start", "start"]);
    const call = async () => (await startCall(omar, { type: "direct", to: [mia.id], ring: true })).call_id;
    await mia.ok(mia.patch("/settings", { enable_call_ringing: false }));
    await omar.ok(omar.post(`/calls/${await call()}/end`));
    expect((await called.events()).map(({ op }: Json) => op)).toEqual(["start", "end"]);
    await mia.ok(mia.patch("/settings", { enable_call_ringing: true }));
    await call();
    expect((await called.events()).map(({ op }: Json) => op)).toEqual(["ring", "start"]);
  });
});

test("only a user who gains access to a call gets it as a new call", async () => {
  const { iris, noah, mia, omar } = await realm();
  const crew = await makeGroup(iris, "crew", [iris]);
  const shared = { invite_only: true, history_public_to_subscribers: true };
  const den = await makeChannel(iris, "den", [iris, noah], shared);
  const hall = await makeChannel(iris, "hall", [iris, noah], { ...shared, can_subscribe_group: crew });
  const started = async (to: number) => (await startCall(noah, { type: "channel", to, topic: "tea" })).call_id;
  const [inDen, inHall] = [await started(den), await started(hall)];
  const queues = [await mia.queue(CALLS), await omar.queue(CALLS)];
  expect(queues.map(({ state }) => state.calls)).toEqual([[], []]);
  const told = async () =>
    Promise.all(queues.map(async (queue) => (await queue.events()).map(({ op, call }: Json) => [op, call?.call_id])));
  await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "den" }], principals: [mia.id] }));
  expect(await told()).toEqual([[["start", inDen]], []]);
  await iris.ok(iris.post(`/user_groups/${crew}/members`, { add: [omar.id] }));
  expect(await told()).toEqual([[], [["start", inHall]]]);
  await iris.ok(iris.patch(`/streams/${hall}`, { is_private: false }));
  expect((await told()).map((some) => some.map(([, id]) => id).includes(inHall))).toEqual([true, true]);
  await iris.ok(iris.patch(`/users/${mia.id}`, { role: 300 }));
  expect((await told())[0]).toHaveLength(2);
});
