import { expect, test } from "vitest";
import { changeRoom, enter, type InCall, join, loseRoom, passInRoom, startCall } from "../support/calls.ts";
import { withSfu } from "../support/fake-sfu.ts";
import { advanceClock, tablesOf, withConfig } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";
import { until } from "../support/until.ts";

async function direct() {
  const cast = await realm();
  const { noah, mia, omar, iris } = cast;
  const { call_id } = await startCall(noah, { type: "direct", to: [mia.id, omar.id, iris.id], video: true });
  return { ...cast, call_id };
}

test("a call between browsers is limited to four cameras and one screen", async () => {
  const { noah, mia, omar, iris, call_id } = await direct();
  const devices = [noah, mia, omar, iris, noah, mia];
  const calls: InCall[] = [];
  for (const [at, who] of devices.entries())
    calls.push((await join(who, call_id, { device: `d${at}`, as: "too" })).call);
  const codes = async (frame: Json) => {
    const answers: string[] = [];
    for (const call of calls.slice(0, 5)) answers.push((await call.ask({ type: "set", ...frame })).code ?? "ok");
    return answers.join(" ");
  };
  expect(await codes({ cam: true })).toBe("ok ok ok ok CAMERAS");
  expect(await codes({ screen: true })).toBe("ok SCREENS SCREENS SCREENS SCREENS");
  await calls[0]?.ask({ type: "set", cam: false, screen: false });
  expect(await calls[4]?.ask({ type: "set", cam: true, screen: true })).toMatchObject({ ok: 3 });
  expect(await calls[5]?.ask({ type: "publish", sdp: "v=0", tracks: [{ mid: "0", kind: "mic" }] })).toMatchObject({
    code: "BAD_FRAME",
  });
});

test("a call keeps the media mode it started with, even if an older version created its room", async () => {
  const { noah, mia, call_id } = await direct();
  const { call, state } = await join(noah, call_id);
  // Sends its report, so that no alarm is due in the meantime.
  await passInRoom(noah, call_id, 1000);
  await changeRoom(noah, call_id, (sql) => {
    for (const table of ["sessions", "tracks", "turn_names", "cleanups"]) sql.exec(`DROP TABLE ${table}`);
    sql.exec("ALTER TABLE members DROP COLUMN key");
    sql.exec("DELETE FROM steps WHERE id >= 3");
    sql.exec("UPDATE room SET facts = json_remove(facts, '$.mode', '$.encrypted')");
  });
  await withSfu(async (sfu) => {
    const { state: second } = await join(mia, call_id);
    expect(second).toMatchObject({ mode: "mesh", limit: 6, members: [{ id: state.me }, { id: 2 }] });
    expect(await call.of("join")).toMatchObject({ member: { id: 2 } });
    expect(await call.ask({ type: "set", hand: true })).toMatchObject({ ok: 1 });
    expect(sfu.asked).toEqual([]);
  });
});

test("server_calls has the media mode and the maximum number of members", async () => {
  const { noah } = await realm();
  const client_capabilities = { notification_settings_null: false, calls: true };
  const known = async () =>
    (await noah.ok(noah.post("/register", { client_capabilities, fetch_event_types: ["call"] }))).server_calls;
  expect(await known()).toMatchObject({ mode: "mesh", limit: 6 });
  const service = { url: "https://sfu.example/v1/apps/app", token: "secret" };
  const calls = { isOn: true, iceServers: [], turn: null, sfu: service, turnKey: null };
  await withConfig(noah, { calls }, async () => expect(await known()).toMatchObject({ mode: "sfu", limit: 32 }));
});

test("a socket that pings but does not read is closed", async () => {
  const { noah, mia, call_id } = await direct();
  const { call: sending } = await join(noah, call_id);
  const { call: silent } = await join(mia, call_id);
  const sdp = `v=0\r\n${`a=${"x".repeat(4000)}\r\n`.repeat(16)}`;
  for (let round = 0; round < 9; round += 1) {
    for (let at = 0; at < 30; at += 1) sending.say({ type: "signal", to: 2, d: { type: "offer", sdp } });
    await sending.settled();
    if (silent.socket.readyState !== WebSocket.OPEN) break;
    silent.socket.send("ping");
    await Promise.race([silent.of("pong"), silent.closed]);
    await advanceClock(noah, 11_000);
  }
  expect((await silent.closed).code).toBe(1012);
  // Another socket can take its place.
  expect((await join(mia, call_id)).state.me).toBe(2);
});

test("one account cannot block others with silent sockets, because the oldest are closed", async () => {
  const { noah, mia, call_id } = await direct();
  const silent: InCall[] = [];
  for (let count = 0; count < 110; count += 1) silent.push(await enter(noah, call_id));
  for (const call of silent.slice(0, 106)) expect((await call.closed).code).toBe(4408);
  expect(silent.slice(106).map(({ socket }) => socket.readyState)).toEqual(new Array(4).fill(WebSocket.OPEN));
  expect((await join(mia, call_id)).state.me).toBe(1);
  // A member who has said hello stays, regardless of the account's other sockets.
  const { call } = await join(noah, call_id);
  for (let count = 0; count < 6; count += 1) await enter(noah, call_id);
  expect(await call.ask({ type: "set", hand: true })).toMatchObject({ ok: 1 });
});

test("POST /calls/test checks the call servers for administrators", async () => {
  const { iris, noah } = await realm();
  const tried = () => iris.ok(iris.post("/calls/test"));
  expect(await tried()).toMatchObject({ ice_servers: [], has_relay: false, media_server: "none" });
  expect((await noah.post("/calls/test")).body).toMatchObject({ msg: "Must be an organization administrator" });
  const turn = { urls: ["turn:turn.example"], secret: "secret" };
  const own = { isOn: true, iceServers: [{ urls: "stun:stun.example" }], turn, sfu: null, turnKey: null };
  await withConfig(iris, { calls: own }, async () => {
    const { ice_servers, has_relay } = await tried();
    const named = { urls: turn.urls, username: expect.stringMatching(/^\d+:\d+$/), credential: expect.any(String) };
    expect([ice_servers, has_relay]).toEqual([[{ urls: "stun:stun.example" }, named], true]);
  });
  await withSfu((server) => {
    const sfu = { url: `${server.url}/apps/app`, token: "known-to-the-sfu" };
    return withConfig(iris, { calls: { ...own, sfu } }, async () => {
      expect(await tried()).toMatchObject({ media_server: "ok" });
      expect(server.requests("/sessions/new")).toHaveLength(1);
      server.meanwhile = () => new Response("", { status: 401 });
      expect(await tried()).toMatchObject({ media_server: "away" });
    });
  });
});

test("a call survives the loss of its room: watchers get no event, and durations keep counting", async () => {
  const { noah, mia, omar, call_id } = await direct();
  const { call: first, state } = await join(noah, call_id);
  const { call: second, state: other } = await join(mia, call_id);
  // Noah stays with one of two devices.
  const { call: phone } = await join(noah, call_id, { device: "d2", as: "too" });
  phone.say({ type: "leave" });
  await phone.closed;
  await passInRoom(noah, call_id, 60_000);
  const get = async () => (await omar.ok(omar.get(`/calls/${call_id}`))).call;
  await until(async () => expect((await get()).member_ids).toHaveLength(2));
  const CALLS = { event_types: ["call"], client_capabilities: { notification_settings_null: true, calls: true } };
  const queue = await omar.queue(CALLS);
  await loseRoom(noah, call_id);
  await Promise.all([first.closed, second.closed]);
  await advanceClock(noah, 5000);
  const back = [
    await join(noah, call_id, { resume: state.resume }),
    await join(mia, call_id, { device: "d1", resume: other.resume }),
  ];
  expect(back.map(({ state: { me } }) => me)).toEqual([state.me, other.me]);
  await passInRoom(noah, call_id, 31_000);
  expect((await back[0]?.call.settled())?.map(({ type }) => type)).toEqual(["set"]);
  expect((await get()).member_ids).toHaveLength(2);
  await noah.ok(noah.post(`/calls/${call_id}/end`));
  await back[0]?.call.closed;
  const rows = async () => (await tablesOf(noah))["calls"] as { people: string }[];
  await until(async () => {
    const people: [number, number][] = JSON.parse((await rows())[0]?.people ?? "[]");
    expect(people.map(([user]) => user)).toEqual([noah.id, mia.id].sort((a, b) => a - b));
    // All of the 96 seconds, plus the time the test takes.
    for (const [, seconds] of people) expect(Math.floor(seconds / 90)).toBe(1);
  });
  expect(await rows()).toHaveLength(1);
  expect((await queue.events()).map(({ op }: Json) => op)).toEqual(["end"]);
});
