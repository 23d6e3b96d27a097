import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { browserOf } from "../../../support/browser.ts";
import {
  askForRoom,
  askForRoomFromPage,
  enter,
  evictRoom,
  join,
  judgeAndEnter,
  loseRoom,
  membersOf,
  passInRoom,
  startCall,
} from "../../../support/calls.ts";
import { makeChannel } from "../../../support/channels.ts";
import { freshly } from "../../../support/freshly.ts";
import { makeGroup } from "../../../support/groups.ts";
import { advanceClock, inRealm, withEnv } from "../../../support/object.ts";
import { organization, realm } from "../../../support/organization.ts";
import type { Person } from "../../../support/person.ts";

/** A call in a private channel, which two of its four subscribers have joined. */
async function ofTwo() {
  const cast = await realm();
  const { iris, noah, mia, omar } = cast;
  const channel = await makeChannel(iris, "den", [iris, noah, mia, omar], { invite_only: true });
  const { call_id, message_id } = await startCall(noah, { type: "channel", to: channel, topic: "tea" });
  const { call: staying } = await join(noah, call_id);
  const { call: leaving, state } = await join(mia, call_id);
  return { ...cast, channel, call_id, message_id, staying, leaving, resume: state.resume };
}

describe("[security 28.2] a member leaves the call on losing access to its message", () => {
  test.each<[string, (of: Awaited<ReturnType<typeof ofTwo>>) => Promise<unknown>]>([
    [
      "unsubscribed",
      ({ iris, mia }) =>
        iris.ok(iris.send("DELETE", "/users/me/subscriptions", { subscriptions: ["den"], principals: [mia.id] })),
    ],
    ["deactivated", ({ iris, mia }) => iris.ok(iris.send("DELETE", `/users/${mia.id}`))],
    ["with a new key", ({ mia }) => mia.ok(mia.post("/users/me/api_key/regenerate"))],
  ])("%s", async (_, takeRight) => {
    const of = await ofTwo();
    await takeRight(of);
    expect((await of.leaving.closed).code).toBe(4401);
    expect(await of.staying.of("gone")).toMatchObject({ id: 2, why: "rights" });
    expect((await askForRoom(of.mia, of.call_id)).call).toBeNull();
  });

  test("because of a role change, a group change or a browser's logout", async () => {
    const { iris, noah, mia, omar, host } = await realm();
    const crew = await makeGroup(iris, "crew", [mia]);
    const open = await makeChannel(iris, "open", [iris, noah]);
    const shared = { invite_only: true, history_public_to_subscribers: true, can_subscribe_group: crew };
    const den = await makeChannel(iris, "den", [iris, noah], shared);
    const start = async (to: number) => (await startCall(noah, { type: "channel", to, topic: "tea" })).call_id;
    const [first, second] = [await start(open), await start(den)];
    const inOpen = (await join(omar, first)).call;
    const inDen = (await join(mia, second)).call;
    const browser = await browserOf(host, mia.email);
    const { call: page } = await askForRoomFromPage(browser, first, { Origin: `http://${host}` });
    await page?.hello({ device: "page" });

    await iris.ok(iris.patch(`/users/${omar.id}`, { role: 600 }));
    expect((await inOpen.closed).code).toBe(4401);
    await iris.ok(iris.post(`/user_groups/${crew}/members`, { delete: [mia.id] }));
    expect((await inDen.closed).code).toBe(4401);
    // Mia can still read the open channel, so she stays in its call.
    expect(await page?.ask({ type: "set", hand: true })).toMatchObject({ ok: 1 });
    await browser.ask("POST", "/logout");
    expect((await page?.closed)?.code).toBe(4401);
    for (const [who, id] of [
      [omar, first],
      [mia, second],
    ] as const)
      expect((await askForRoom(who, id)).call).toBeNull();
  });

  test("because the message moved to a channel that they cannot read", async () => {
    const of = await ofTwo();
    const other = await makeChannel(of.iris, "other", [of.iris, of.noah], { invite_only: true });
    await of.iris.ok(of.iris.patch(`/messages/${of.message_id}`, { stream_id: other, propagate_mode: "change_one" }));
    expect((await of.leaving.closed).code).toBe(4401);
    expect((await of.noah.ok(of.noah.get(`/calls/${of.call_id}`))).call.stream_id).toBe(other);
  });

  test("because the message moved to an unreadable channel, even with no event queues and an unchanged first message", async () => {
    const { iris, noah, mia } = await realm();
    const [den, other] = [
      await makeChannel(iris, "den", [iris, noah, mia], { invite_only: true }),
      await makeChannel(iris, "other", [iris, noah], { invite_only: true }),
    ];
    for (const to of [den, other])
      await noah.ok(noah.post("/messages", { type: "channel", to, topic: "tea", content: "first" }));
    const { call_id, message_id } = await startCall(noah, { type: "channel", to: den, topic: "tea" });
    const { call: leaving } = await join(mia, call_id);
    await iris.ok(iris.patch(`/messages/${message_id}`, { stream_id: other, propagate_mode: "change_one" }));
    expect((await leaving.closed).code).toBe(4401);
  });

  test("in one job per change of permissions, and none for a change of name", async () => {
    const { iris, noah, mia } = await ofTwo();
    await noah.queue();
    const versionAfter = async (change: () => Promise<unknown>) => {
      await change();
      return inRealm(noah, ({ sql }) => Number(sql.exec("SELECT version FROM calls").one()["version"]));
    };
    const before = await versionAfter(async () => {});
    expect(await versionAfter(() => mia.ok(mia.patch("/settings", { full_name: "Mia M" })))).toBe(before);
    expect(await versionAfter(() => iris.ok(iris.patch(`/users/${mia.id}`, { role: 600 })))).toBe(before + 1);
  });

  test.each<[string, (of: Awaited<ReturnType<typeof ofTwo>>) => Promise<unknown>]>([
    ["its message is deleted", ({ iris, message_id }) => iris.ok(iris.send("DELETE", `/messages/${message_id}`))],
    ["its channel is archived", ({ iris, channel }) => iris.ok(iris.send("DELETE", `/streams/${channel}`))],
    ["its starter ends it", ({ noah, call_id }) => noah.ok(noah.post(`/calls/${call_id}/end`))],
  ])("together with all other members if %s", async (_, end) => {
    const of = await ofTwo();
    await end(of);
    expect([(await of.leaving.closed).code, (await of.staying.closed).code]).toEqual([4404, 4404]);
  });

  test("[security 28.3] and a ticket issued before the change is refused", async () => {
    const { iris, noah, mia, call_id } = await ofTwo();
    const late = await enter(mia, call_id);
    await iris.ok(iris.send("DELETE", "/users/me/subscriptions", { subscriptions: ["den"], principals: [mia.id] }));
    const { call } = await join(noah, call_id, { device: "d2", as: "too" });
    await call.settled();
    await expect.poll(async () => membersOf(noah, call_id)).toBe(2);
    late.say({ type: "hello", v: 1, device: "late" });
    expect((await late.closed).code).toBe(1012);
  });
});

describe("access to a call's room", () => {
  test("[security 28.1] is refused to other organizations, without a login, or from another site's page", async () => {
    const { noah, mia, call_id } = await ofTwo();
    const { owner } = await organization();
    expect((await askForRoom(owner, call_id)).body.msg).toBe("Call does not exist");
    const stranger = Object.assign(Object.create(noah) as Person, { key: "" });
    expect((await askForRoom(stranger, call_id)).status).toBe(401);
    const browser = await browserOf(mia.host, mia.email);
    const from = (origin: string) => askForRoomFromPage(browser, call_id, { Origin: origin });
    expect((await from("http://elsewhere.example")).status).toBe(403);
    const { call } = await from(`http://${mia.host}`);
    expect(await call?.hello({ device: "page", as: "too" })).toMatchObject({ type: "state" });
  });

  test("[security 28.4] ignores forged tickets, and accepts a ticket once, for its call, until it expires", async () => {
    const { iris, mia, call_id } = await ofTwo();
    const forged = { "x-parley-admittance": JSON.stringify({ call: call_id, user: iris.id, moderates: true }) };
    const { call } = await askForRoom(mia, call_id, "room", forged);
    await call?.hello({ device: "x", as: "too" });
    expect(await call?.ask({ type: "moderate", act: "lock" })).toMatchObject({ code: "FORBIDDEN" });
    const ticketOf = async () => (await mia.ok(mia.post(`/calls/${call_id}/ticket`))).ticket;
    const stranger = Object.assign(Object.create(mia) as Person, { key: "" });
    const by = (ticket: string, id = call_id) => askForRoom(stranger, id, `room/by_ticket?ticket=${ticket}`);
    const ticket = await ticketOf();
    const atOnce = await Promise.all([by(ticket), by(ticket), by(ticket)]);
    expect(atOnce.map(({ status }) => status).sort()).toEqual([101, 400, 400]);
    expect((await by(ticket)).status).toBe(400);
    expect((await by(await ticketOf(), "123456789012345")).status).toBe(400);
    const stale = await ticketOf();
    await advanceClock(mia, 31_000);
    expect((await by(stale)).status).toBe(400);
  });
});

test("a ticket works only from networks that the organization allows", () =>
  withEnv({ ADDRESS_HEADER: "X-Real-IP" }, async () => {
    const { iris, mia, call_id } = await ofTwo();
    const from = (ip: string) => ({ "X-Real-IP": ip });
    const [office, home] = [from("192.0.2.7"), from("203.0.113.9")];
    const networks = JSON.stringify([{ network: "192.0.2.0/24", label: "Office", roles: null }]);
    await iris.ok(freshly(iris).send("PATCH", "/realm/allowed_networks", { networks }, office));
    const ticketOf = async () => (await mia.ok(mia.send("POST", `/calls/${call_id}/ticket`, {}, office))).ticket;
    const stranger = Object.assign(Object.create(mia) as Person, { key: "" });
    const by = async (at: Record<string, string>) =>
      (await askForRoom(stranger, call_id, `room/by_ticket?ticket=${await ticketOf()}`, at)).status;
    expect([await by(home), await by(office)]).toEqual([400, 101]);
  }));

describe("a call room", () => {
  test("refuses clients that cannot send media in the room's mode", async () => {
    const { omar, noah, call_id } = await ofTwo();
    const old = await enter(omar, call_id);
    expect(await old.hello({ device: "old", can: ["sfu"] })).toMatchObject({ code: "MODE" });
    expect((await old.closed).code).toBe(4403);
    expect(await membersOf(noah, call_id)).toBe(2);
    const { state } = await join(omar, call_id, { can: [] });
    expect(state).toMatchObject({ mode: "mesh", me: 3 });
  });

  test("resumes a lost socket by its secret, without leave and join events", async () => {
    const { noah, mia, call_id, staying, leaving, resume } = await ofTwo();
    leaving.socket.close(1000);
    expect(await staying.of("set")).toMatchObject({ id: 2, lost: true });
    const { state } = await join(mia, call_id, { device: "d1", resume });
    expect(state.me).toBe(2);
    expect(await staying.of("set")).toMatchObject({ id: 2, lost: false });
    // A wrong secret from another device doesn't resume the place.
    const { state: other } = await join(noah, call_id, { device: "d9", resume: state.resume, as: "too" });
    expect(other.me).toBe(3);
  });

  test("removes a member after 30 seconds without a socket, and ends the call 60 seconds after the last one", async () => {
    const { noah, call_id, staying, leaving } = await ofTwo();
    leaving.socket.close(1000);
    await staying.of("set");
    await passInRoom(noah, call_id, 30_000);
    expect(await staying.of("gone")).toMatchObject({ id: 2, why: "lost" });
    staying.say({ type: "leave" });
    await staying.closed;
    await passInRoom(noah, call_id, 61_000);
    const { call } = await noah.ok(noah.get(`/calls/${call_id}`));
    expect(call).toMatchObject({ ended_at: expect.any(Number), member_ids: [] });
    expect(call.people_ids).toHaveLength(2);
  });

  test("marks a silent member as lost, even if the room was evicted since", async () => {
    const { noah, call_id, staying, leaving } = await ofTwo();
    await withEnv({ CALLS_TURN_URLS: "turn:turn.example:3478", CALLS_TURN_SECRET: "s".repeat(32) }, async () => {
      await evictRoom(noah, call_id);
      staying.socket.send("ping");
      await staying.of("pong");
      await passInRoom(noah, call_id, 121_000);
      expect((await staying.of("ice")).ice_servers).toMatchObject([{ urls: ["turn:turn.example:3478"] }]);
    });
    expect(await staying.of("set")).toEqual({ type: "set", id: 2, lost: true });
    await evictRoom(noah, call_id);
    await passInRoom(noah, call_id, 31_000);
    expect(await staying.of("gone")).toMatchObject({ id: 2, why: "lost" });
    expect((await leaving.closed).code).toBe(4408);
  });

  test("marks a member who closes the socket while the room is evicted as lost", async () => {
    const { noah, call_id, staying, leaving } = await ofTwo();
    await staying.settled();
    await evictRoom(noah, call_id);
    leaving.socket.close(1000);
    expect(await staying.of("set")).toEqual({ type: "set", id: 2, lost: true });
  });

  test("[security 28.5] lets only moderators mute, remove and lock", async () => {
    const { iris, noah, mia, omar, call_id, staying, leaving } = await ofTwo();
    expect(await leaving.ask({ type: "moderate", act: "mute", member: 1 })).toMatchObject({ code: "FORBIDDEN" });
    // The user who started the call can mute, but not remove.
    expect(await staying.ask({ type: "moderate", act: "remove", member: 2 })).toMatchObject({ code: "FORBIDDEN" });
    expect(await staying.ask({ type: "moderate", act: "plain" })).toMatchObject({ code: "FORBIDDEN" });
    staying.say({ type: "moderate", act: "mute", member: 2 });
    expect(await leaving.of("set")).toMatchObject({ id: 2, mic: false, muted_by: noah.id });
    const { call: owner, state } = await join(iris, call_id);
    const all = ["mute", "unshare", "remove", "lock", "unlock", "plain", "encrypt", "end"];
    // The room sends each member their permissions, and again when these change.
    expect(state).toMatchObject({ locked: false, may: all });
    expect((await join(noah, call_id)).state.may).toEqual(["mute", "end"]);
    const { call: demoted, state: before } = await join(omar, call_id);
    expect(before.may).toEqual(all);
    await iris.ok(iris.patch(`/users/${omar.id}`, { role: 400 }));
    expect(await demoted.of("may")).toEqual({ type: "may", may: [] });
    await owner.ask({ type: "moderate", act: "lock" });
    await owner.ask({ type: "moderate", act: "remove", member: 2 });
    expect((await leaving.closed).code).toBe(4403);
    const again = await enter(mia, call_id);
    again.say({ type: "hello", v: 1, device: "d1" });
    expect((await again.closed).code).toBe(4403);
  });

  test("[security 28.6] refuses malformed frames without forwarding them, and closes the socket after too many", async () => {
    const { staying, leaving } = await ofTwo();
    await staying.settled();
    for (const sdp of [
      "x",
      "v=0\r\nm",
      `v=0\r\na=${"x".repeat(5000)}`,
      "v=0\r\na=\u0000",
      `v=0\r\n${"m=audio 9\r\n".repeat(65)}`,
    ])
      expect(await leaving.ask({ type: "signal", to: 1, d: { type: "offer", sdp } })).toMatchObject({
        code: "BAD_SIGNAL",
      });
    for (const c of [{ candidate: "evil" }, { candidate: 7 }, { candidate: `candidate:${"x".repeat(2000)}` }])
      expect(await leaving.ask({ type: "signal", to: 1, c })).toMatchObject({ code: "BAD_SIGNAL" });
    expect(await leaving.ask({ type: "signal", to: 99, c: null })).toMatchObject({ code: "NO_MEMBER" });
    expect(await leaving.ask({ type: "nonsense" })).toMatchObject({ code: "BAD_FRAME" });
    leaving.socket.send("[");
    expect(await leaving.until(({ error }) => error === 0)).toMatchObject({ code: "BAD_FRAME" });
    for (let at = 0; at < 101; at += 1) leaving.say({ type: "set", hand: at % 2 === 0 });
    expect((await leaving.closed).code).toBe(4429);
  });

  test("refuses a seventh member because it is full", async () => {
    const { iris, noah, mia, omar, call_id } = await ofTwo();
    for (const who of [iris, iris, noah, mia]) await join(who, call_id, { device: randomUUID(), as: "too" });
    // A user can't take three of the six seats.
    const { call: third, state } = await join(mia, call_id, { device: "third", as: "too" });
    expect(state).toMatchObject({ code: "DEVICES" });
    third.socket.close(1000);
    const seventh = await enter(omar, call_id);
    seventh.say({ type: "hello", v: 1, device: "seventh" });
    expect((await seventh.closed).code).toBe(4413);
  });

  test("[security 28.6] removes a member who sends too much, or is sent too much without reading it", async () => {
    const { noah, call_id, staying, leaving } = await ofTwo();
    const pass = async (times: number) => {
      for (let at = 0; at < times; at += 1)
        staying.say({
          type: "signal",
          to: 2,
          d: { type: "offer", sdp: `v=0\r\n${`a=${"x".repeat(4000)}\r\n`.repeat(16)}` },
        });
    };
    for (const _ of [1, 2]) {
      await pass(30);
      await staying.settled();
      await advanceClock(noah, 11_000);
    }
    leaving.socket.send("ping");
    await leaving.of("pong");
    await pass(30);
    await staying.settled();
    // The ping shows that the leaving client still reads.
    expect(await membersOf(noah, call_id)).toBe(2);
    for (const _ of [1, 2]) {
      await staying.settled();
      await advanceClock(noah, 11_000);
      await pass(30);
    }
    expect((await leaving.closed).code).toBe(4408);
    expect(await staying.of("gone")).toMatchObject({ id: 2, why: "lost" });
    await pass(31);
    expect((await staying.closed).code).toBe(4429);
  });

  test("restores a resumed member's raised hand and mute even after the room was evicted", async () => {
    const { noah, mia, call_id, staying, leaving, resume } = await ofTwo();
    await leaving.ask({ type: "set", hand: true, mic: true });
    await staying.ask({ type: "moderate", act: "mute", member: 2 });
    await evictRoom(noah, call_id);
    leaving.socket.close(1000);
    await staying.until(({ lost }) => lost === true);
    await evictRoom(noah, call_id);
    const { state } = await join(mia, call_id, { resume });
    expect(state.members[1]).toMatchObject({ id: 2, hand: true, mic: false, muted_by: noah.id });
  });

  test("lets a moderator mute a member whose socket is lost, and keeps the member muted on return", async () => {
    const { noah, mia, call_id, staying, leaving, resume } = await ofTwo();
    await leaving.ask({ type: "set", hand: true, mic: true });
    leaving.socket.close(1000);
    await staying.until(({ lost }) => lost === true);
    await staying.ask({ type: "moderate", act: "mute", member: 2 });
    const muted = { id: 2, mic: false, muted_by: noah.id };
    expect((await join(noah, call_id, { device: "d2", as: "too" })).state.members[1]).toMatchObject(muted);
    const { state, call } = await join(mia, call_id, { resume });
    expect(state.members[1]).toMatchObject({ ...muted, hand: true });
    // The member can unmute again.
    await staying.settled();
    call.say({ type: "set", mic: true });
    expect(await staying.of("set")).toMatchObject({ id: 2, mic: true, muted_by: null });
  });

  test("[security 28.3] refuses tickets older than the last change of permissions, even before the call starts", async () => {
    const { noah } = await realm();
    expect(await judgeAndEnter(noah, "123456789012345", 7, 6)).toBe(409);
    expect(await judgeAndEnter(noah, "123456789012345", 5, 7)).toBe(101);
  });

  test("still knows its members after losing its memory, and writes nothing while it is silent", async () => {
    const { noah, mia, call_id, resume, staying } = await ofTwo();
    await passInRoom(noah, call_id, 1000);
    await loseRoom(noah, call_id);
    await staying.closed;
    const { state } = await join(mia, call_id, { device: "d1", resume });
    expect(state).toMatchObject({ me: 2, members: [{ id: 1, lost: true }, { id: 2 }] });
    const { call } = await noah.ok(noah.get(`/calls/${call_id}`));
    expect(call.member_ids).toEqual([noah.id, mia.id].sort((a, b) => a - b));
  });
});
