import { expect, test } from "vitest";
import { comeIn } from "../features/messages/outside-links/support.ts";
import { askForRoomFromPage, evictRoom, join, startCall } from "../support/calls.ts";
import { makeChannel } from "../support/channels.ts";
import { withSfu } from "../support/fake-sfu.ts";
import { realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";

const CAPABLE = { client_capabilities: { notification_settings_null: false, calls: true } };
const keyNamed = (letter: string) => `B${letter.repeat(86)}`;
const able = (letter: string, fields: Json = {}): Json => ({
  ...{ can: ["sfu", "e2ee"], key: keyNamed(letter), device: `of-${letter}` },
  ...fields,
});

/** A call that is encrypted as long as all members can, and users who can join it. */
async function encrypted() {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const channel = await makeChannel(iris, "vault", [iris, noah, mia], { invite_only: true });
  const { call_id } = await startCall(noah, { type: "channel", to: channel, topic: "tea" });
  return { ...cast, channel, call_id };
}

test("[security 28.20] encrypt_calls encrypts new calls even through a media server, and clients see which calls are encrypted", () =>
  withSfu(async () => {
    const { iris, noah, mia, channel, call_id } = await encrypted();
    const state = await mia.ok(mia.post("/register", { ...CAPABLE, fetch_event_types: ["call", "realm"] }));
    expect(state).toMatchObject({ realm_encrypt_calls: true, calls: [{ call_id, encrypted: true }] });
    expect((await join(noah, call_id, able("a"))).state).toMatchObject({ encrypted: true, mode: "sfu" });
    // A call keeps the setting it started with.
    await iris.ok(iris.patch("/realm", { encrypt_calls: false }));
    expect((await mia.ok(mia.get(`/calls/${call_id}`))).call).toMatchObject({ encrypted: true });
    const open = await startCall(noah, { type: "channel", to: channel, topic: "biscuits" });
    expect((await mia.ok(mia.get(`/calls/${open.call_id}`))).call).toMatchObject({ encrypted: false });
    const plain = await join(mia, open.call_id, able("b"));
    expect(plain.state).toMatchObject({ encrypted: false });
    expect(plain.state.members[0]).not.toHaveProperty("key");
    expect(await plain.call.ask({ type: "key", to: 1, blob: "abc" })).toMatchObject({ code: "BAD_FRAME" });
  }));

test("only administrators can change encrypt_calls", async () => {
  const { iris, noah } = await realm();
  await iris.ok(iris.patch("/realm", { encrypt_calls: false }));
  expect((await noah.patch("/realm", { encrypt_calls: true })).status).toBe(400);
});

test("encrypt_calls has no effect without a media server, because browsers encrypt for each other", async () => {
  const { mia, call_id } = await encrypted();
  expect((await join(mia, call_id)).state).toMatchObject({ encrypted: false, mode: "mesh" });
  expect((await mia.ok(mia.get(`/calls/${call_id}`))).call).toMatchObject({ encrypted: false });
});

test("[security 28.20] a client that cannot encrypt joins without a key, which tells the others to stop encrypting", () =>
  withSfu(async () => {
    const { noah, mia, iris, call_id } = await encrypted();
    const first = await join(noah, call_id, able("a"));
    for (const [person, fields] of [
      [mia, able("b", { can: ["sfu"] })],
      [iris, able("c", { key: undefined })],
    ] as const) {
      const { state, call } = await join(person, call_id, fields);
      expect(state).toMatchObject({ encrypted: true });
      const { member } = await first.call.of("join");
      expect(member).toMatchObject({ user_id: person.id });
      expect(member).not.toHaveProperty("key");
      // It comes back as the same member.
      call.socket.close();
      await first.call.until(({ lost }) => lost === true);
      const back = await join(person, call_id, { ...fields, resume: state.resume });
      expect(back.state.me).toBe(state.me);
    }
    for (const key of ["", "B", keyNamed("a").slice(1), `A${"a".repeat(86)}`, 7])
      expect((await join(mia, call_id, able("b", { key }))).state).toMatchObject({ code: "BAD_FRAME" });
  }));

test("calls are encrypted unless an administrator turned encryption off, and members see who did", () =>
  withSfu(async () => {
    const { iris, noah, mia } = await realm();
    const channel = await makeChannel(iris, "open", [iris, noah, mia]);
    const begin = async (topic: string) =>
      (await join(mia, (await startCall(noah, { type: "channel", to: channel, topic })).call_id, able("b"))).state;
    expect(await begin("one")).toMatchObject({ encrypted: true });
    await iris.ok(iris.patch("/realm", { encrypt_calls: false }));
    expect(await begin("two")).toMatchObject({ encrypted: false, plain_by: iris.id });
    await iris.ok(iris.patch("/realm", { encrypt_calls: true }));
    const again = await begin("three");
    expect(again).toMatchObject({ encrypted: true });
    expect(again).not.toHaveProperty("plain_by");
  }));

test("people outside learn which administrator turned encryption off only if they see that administrator in the call", () =>
  withSfu(async () => {
    const { host, iris, noah } = await realm();
    await iris.ok(iris.patch("/realm", { encrypt_calls: false }));
    const channel = await makeChannel(noah, "suppliers", [noah]);
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "suppliers" }] }));
    const { url } = await iris.ok(iris.post("/outside_links", { channel_id: channel, can_call: true }));
    const ana = await comeIn(host, url);
    const { call_id } = await startCall(noah, { type: "channel", to: channel, topic: "delivery" });
    const greeted = async (device: string) => {
      const { call } = await askForRoomFromPage(ana, call_id, { Origin: `http://${host}` });
      return call?.hello({ device });
    };
    expect(await greeted("a")).toMatchObject({ encrypted: false, plain_by: null });
    expect((await join(noah, call_id, able("b"))).state).toMatchObject({ plain_by: iris.id });
    await join(iris, call_id, able("c"));
    expect(await greeted("a")).toMatchObject({ plain_by: iris.id });
  }));

test("only moderators can turn a call's encryption off and on, and all members see who did", () =>
  withSfu(async () => {
    const { noah, mia, iris, call_id } = await encrypted();
    const starter = await join(noah, call_id, able("a"));
    const plain = { type: "moderate", act: "plain" };
    expect(starter.state.may).not.toContain("plain");
    expect(await starter.call.ask(plain)).toMatchObject({ code: "FORBIDDEN" });
    const moderator = await join(iris, call_id, able("c"));
    expect(moderator.state.may).toContain("plain");
    expect(await moderator.call.ask(plain)).toMatchObject({ ok: 1 });
    expect(await starter.call.of("told")).toEqual({ type: "told", act: "plain", by: iris.id });
    await evictRoom(noah, call_id);
    const late = await join(mia, call_id, able("b"));
    expect(late.state).toMatchObject({ encrypted: true, plain_by: iris.id });
    await moderator.call.ask({ type: "moderate", act: "encrypt" });
    expect(await late.call.of("told")).toEqual({ type: "told", act: "encrypt", by: iris.id });
  }));

test("encryption cannot be turned off in a call without a media server", async () => {
  const { iris, call_id } = await encrypted();
  const { call } = await join(iris, call_id);
  expect(await call.ask({ type: "moderate", act: "plain" })).toMatchObject({ code: "BAD_FRAME" });
});

test("members get each other's keys, and exchange sealed keys with one recipient only", () =>
  withSfu(async () => {
    const { noah, mia, iris, call_id } = await encrypted();
    const first = await join(noah, call_id, able("a"));
    const second = await join(mia, call_id, able("b"));
    const third = await join(iris, call_id, able("c"));
    expect(await first.call.of("join")).toMatchObject({ member: { id: 2, key: keyNamed("b") } });
    await evictRoom(noah, call_id);
    expect(await second.call.ask({ type: "key", to: 1, blob: "a-sealed_key" })).toMatchObject({ ok: 1 });
    expect(await first.call.of("key")).toEqual({ type: "key", from: 2, blob: "a-sealed_key" });
    expect((await third.call.settled()).filter(({ type }) => type === "key")).toEqual([]);
    expect(third.state.members.map(({ key }: Json) => key)).toEqual(["a", "b", "c"].map(keyNamed));
    for (const to of [2, 9])
      expect(await second.call.ask({ type: "key", to, blob: "x" })).toMatchObject({ code: "NO_MEMBER" });
    for (const blob of ["", "x".repeat(2049), "a b", 7])
      expect(await second.call.ask({ type: "key", to: 1, blob })).toMatchObject({ code: "BAD_FRAME" });
  }));

test("a device that reconnects is the same member only with the same key", () =>
  withSfu(async () => {
    const { noah, mia, call_id } = await encrypted();
    const watcher = await join(mia, call_id, able("b"));
    const { call, state } = await join(noah, call_id, able("a"));
    await watcher.call.of("join");
    call.socket.close();
    await watcher.call.until(({ lost }) => lost === true);
    const back = await join(noah, call_id, able("a", { resume: state.resume }));
    expect(back.state.me).toBe(state.me);
    await watcher.call.until(({ lost }) => lost === false);
    const other = await join(noah, call_id, able("c", { resume: back.state.resume, device: "of-a", as: "move" }));
    expect(other.state.me).not.toBe(state.me);
    expect(await watcher.call.of("gone")).toMatchObject({ id: state.me, why: "moved" });
    expect(await watcher.call.of("join")).toMatchObject({ member: { id: other.state.me, key: keyNamed("c") } });
  }));

test("a member who sends more than 300 key frames at once is disconnected", () =>
  withSfu(async () => {
    const { noah, mia, call_id } = await encrypted();
    await join(noah, call_id, able("a"));
    const { call } = await join(mia, call_id, able("b"));
    for (let sent = 0; sent < 300; sent++) call.say({ type: "key", to: 1, blob: "x" });
    expect(await call.settled()).toEqual([]);
    call.say({ type: "key", to: 1, blob: "x" });
    expect((await call.closed).code).toBe(4429);
  }));
