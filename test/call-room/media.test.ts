import { describe, expect, test, vi } from "vitest";
import { enter, evictRoom, type InCall, join, passInRoom, startCall } from "../support/calls.ts";
import { makeChannel } from "../support/channels.ts";
import { ANSWER, type FakeSfu, OFFER, withSfu } from "../support/fake-sfu.ts";
import { logLines } from "../support/log-lines.ts";
import { advanceClock, stopClock } from "../support/object.ts";
import { realm } from "../support/organization.ts";
import type { Json } from "../support/person.ts";
import { until } from "../support/until.ts";

/** A call through the SFU with two members. */
async function ofTwo() {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const channel = await makeChannel(iris, "den", [iris, noah, mia], { invite_only: true });
  const { call_id } = await startCall(noah, { type: "channel", to: channel, topic: "tea" });
  const { call: first, state } = await join(noah, call_id);
  const { call: second, state: secondState } = await join(mia, call_id);
  return { ...cast, call_id, state, secondState, first, second };
}

const MIC = { mid: "0", kind: "mic" };
const CAM = { mid: "1", kind: "cam", rids: ["f", "h", "q"] };
const publish = (call: InCall, tracks: Json = [MIC, CAM], fields: Json = {}) =>
  call.ask({ type: "publish", sdp: OFFER, tracks, ...fields });
const pull = (call: InCall, tracks: Json, fields: Json = {}) => call.ask({ type: "pull", tracks, ...fields });
const answer = (call: InCall) => call.ask({ type: "answer", sdp: ANSWER });

/** Holds timers of exactly this duration until the test lets the time pass. */
function holdTimers(heldMs: number): { pass(): void } {
  const plain = globalThis.setTimeout;
  let isPassed = false;
  // Polls, because an object's timer must end in that object.
  const look = (run: () => void): unknown => (isPassed ? run() : plain(look, 2, run));
  vi.stubGlobal("setTimeout", (run: () => void, ms?: number) => (ms === heldMs ? plain(look, 2, run) : plain(run, ms)));
  return {
    pass: () => {
      isPassed = true;
    },
  };
}

/** The most recently created session. Tests identify it by the order of their frames. */
const newest = (sfu: FakeSfu) => [...sfu.sessions.keys()].at(-1) ?? "";

test("members see and pull published tracks, without learning the names of sessions and tracks", () =>
  withSfu(async (sfu) => {
    const { state, first, second } = await ofTwo();
    expect(state).toMatchObject({ mode: "sfu", limit: 32, members: [{ media: 0, tracks: [] }] });
    expect(await publish(first)).toEqual({ ok: 1, sdp: ANSWER });
    const tracks = [
      { kind: "mic", rids: [], mid: "0" },
      { kind: "cam", rids: ["f", "h", "q"], mid: "1" },
    ];
    expect(await second.of("tracks")).toEqual({ type: "tracks", id: 1, media: 1, tracks });
    const wanted = [
      { member: 1, kind: "mic" },
      { member: 1, kind: "cam", rid: "q" },
      { member: 1, kind: "screen" },
    ];
    expect(await pull(second, wanted)).toEqual({
      ok: 1,
      sdp: OFFER,
      tracks: [
        { member: 1, kind: "mic", mid: "0" },
        { member: 1, kind: "cam", mid: "1" },
        { member: 1, kind: "screen", code: "NOT_THERE" },
      ],
    });
    expect(await answer(second)).toEqual({ ok: 2 });
    const [, asked] = sfu.requests("tracks/new");
    expect(asked?.body.tracks[1]).toMatchObject({ location: "remote", simulcast: { preferredRid: "q" } });
    expect(await second.ask({ type: "layer", mid: "1", rid: "f" })).toEqual({ ok: 3 });
    expect(sfu.requests("tracks/update").at(-1)?.body.tracks).toMatchObject([
      { mid: "1", simulcast: { preferredRid: "f" } },
    ]);
    expect(await second.ask({ type: "layer", mid: "1", rid: "x" })).toMatchObject({ code: "BAD_MEDIA" });
    expect(await second.ask({ type: "drop", mids: ["1"] })).toEqual({ ok: 5 });
    expect(sfu.active(newest(sfu))).toEqual(["0"]);
    // Its transceiver is reused for another track, without an offer.
    expect(await pull(second, [{ member: 1, kind: "cam", rid: "h", mid: "1" }])).toEqual({
      ok: 6,
      tracks: [{ member: 1, kind: "cam", mid: "1" }],
    });
    expect(sfu.active(newest(sfu))).toEqual(["0", "1"]);
  }));

describe("SFU sessions", () => {
  test("delay a second pull until the browser has answered the first offer", () =>
    withSfu(async (sfu) => {
      const { first, second } = await ofTwo();
      await publish(first);
      await second.of("tracks");
      await pull(second, [{ member: 1, kind: "mic" }]);
      second.say({ type: "pull", n: 70, tracks: [{ member: 1, kind: "cam" }] });
      await second.settled();
      expect(sfu.requests("tracks/new")).toHaveLength(2);
      await answer(second);
      expect(await second.until(({ ok }) => ok === 70)).toMatchObject({ sdp: OFFER });
      expect(sfu.requests("tracks/new")).toHaveLength(3);
    }));

  test("are reset if the browser does not answer, even after the room was evicted", () =>
    withSfu(async (sfu) => {
      const { noah, call_id, first, second } = await ofTwo();
      await publish(first);
      await second.of("tracks");
      await pull(second, [{ member: 1, kind: "mic" }]);
      const left = newest(sfu);
      await evictRoom(noah, call_id);
      await advanceClock(noah, 11_000);
      expect(await pull(second, [{ member: 1, kind: "cam" }])).toMatchObject({ code: "SESSION_GONE" });
      expect(await answer(second)).toMatchObject({ code: "BAD_MEDIA" });
      expect(await pull(second, [{ member: 1, kind: "cam" }])).toMatchObject({ code: "SESSION_GONE" });
      expect(await pull(second, [{ member: 1, kind: "cam" }], { fresh: true })).toMatchObject({ sdp: OFFER });
      await until(() => expect(sfu.active(left)).toEqual([]));
      expect(await answer(second)).toMatchObject({ ok: expect.any(Number) });
    }));

  test("survive the eviction of the room", () =>
    withSfu(async (sfu) => {
      const { noah, mia, call_id, first, second } = await ofTwo();
      await publish(first);
      await second.of("tracks");
      await pull(second, [{ member: 1, kind: "mic" }]);
      await evictRoom(noah, call_id);
      expect(await answer(second)).toMatchObject({ ok: expect.any(Number) });
      expect(await second.ask({ type: "drop", mids: ["0"] })).toMatchObject({ ok: expect.any(Number) });
      expect(sfu.sessions.size).toBe(2);
      const { state } = await join(mia, call_id, { device: "d2", as: "too" });
      expect(state.members[0]).toMatchObject({ media: 1, tracks: [{ kind: "mic" }, { kind: "cam" }] });
    }));
});

test("a fresh connection replaces the previous one, and other members are notified", () =>
  withSfu(async (sfu) => {
    const { first, second } = await ofTwo();
    await publish(first);
    const before = newest(sfu);
    expect(await second.of("tracks")).toMatchObject({ media: 1 });
    expect(await publish(first)).toMatchObject({ code: "BAD_MEDIA" });
    await publish(first, [MIC], { fresh: true });
    expect(await second.until(({ media }) => media === 2)).toMatchObject({ tracks: [{ kind: "mic" }] });
    await until(() => expect(sfu.active(before)).toEqual([]));
    expect(await first.ask({ type: "unpublish", mids: ["0"] })).toMatchObject({ ok: 4 });
    expect(await second.of("tracks")).toMatchObject({ media: 2, tracks: [] });
    expect(sfu.activeTracks).toBe(0);
  }));

describe("[security 28.11] the SFU closes the tracks of a member", () => {
  const both = async (sfu: FakeSfu) => {
    const of = await ofTwo();
    await publish(of.first);
    await of.second.of("tracks");
    await publish(of.second);
    await pull(of.second, [{ member: 1, kind: "mic" }]);
    await answer(of.second);
    expect(sfu.activeTracks).toBe(5);
    return of;
  };

  test.each<[string, (of: Awaited<ReturnType<typeof both>>) => Promise<unknown>]>([
    [
      "who has lost access to the call",
      ({ iris, mia }) =>
        iris.ok(iris.send("DELETE", "/users/me/subscriptions", { subscriptions: ["den"], principals: [mia.id] })),
    ],
    ["who has left", async ({ second }) => second.say({ type: "leave" })],
    [
      "who was removed by a moderator",
      async ({ iris, call_id }) => (await join(iris, call_id)).call.say({ type: "moderate", act: "remove", member: 2 }),
    ],
  ])("%s", (_, go) =>
    withSfu(async (sfu) => {
      const of = await both(sfu);
      await go(of);
      expect(await of.first.of("gone")).toMatchObject({ id: 2 });
      // The other member's tracks are still active.
      await until(() => expect(sfu.activeTracks).toBe(2));
      await of.second.closed;
    }),
  );

  test("of an ended call, even if the SFU is unavailable for a while", () =>
    withSfu(async (sfu) => {
      const { noah, call_id } = await both(sfu);
      let refused = 0;
      sfu.meanwhile = ({ path }) => {
        if (!path.endsWith("tracks/close") || refused >= 4) return undefined;
        refused += 1;
        return Response.json({ errorCode: "backend_error" }, { status: 503 });
      };
      await noah.ok(noah.post(`/calls/${call_id}/end`));
      await until(() => expect(sfu.activeTracks).toBe(0));
      expect(refused).toBe(4);
    }));

  test("who left, while other members continue even if the SFU doesn't answer", () =>
    withSfu(async (sfu) => {
      const { iris, call_id, first, second } = await both(sfu);
      const held = Promise.withResolvers<void>();
      const closes = () => sfu.requests("tracks/close").length;
      sfu.meanwhile = (request) =>
        request.path.endsWith("tracks/close") ? held.promise.then(() => sfu.answer(request)) : undefined;
      second.say({ type: "leave" });
      expect(await first.of("gone")).toMatchObject({ id: 2 });
      await until(() => expect(closes()).toBeGreaterThan(0));
      const { call: third } = await join(iris, call_id);
      expect(await publish(third, [MIC])).toMatchObject({ sdp: ANSWER });
      expect(await pull(third, [{ member: 1, kind: "mic" }])).toMatchObject({ sdp: OFFER });
      const before = closes();
      third.say({ type: "leave" });
      expect(await first.of("gone")).toMatchObject({ id: 3 });
      await until(() => expect(closes()).toBeGreaterThan(before));
      held.resolve();
      await until(() => expect(sfu.activeTracks).toBe(2));
    }));

  test("whose request was in flight when they had to leave", () =>
    withSfu(async (sfu) => {
      const { iris, mia, second, first } = await ofTwo();
      const asked = Promise.withResolvers<void>();
      const gone = Promise.withResolvers<void>();
      let isFirst = true;
      sfu.meanwhile = (request) => {
        if (!request.path.endsWith("tracks/new") || !isFirst) return undefined;
        isFirst = false;
        asked.resolve();
        return gone.promise.then(() => sfu.answer(request));
      };
      second.say({ type: "publish", n: 1, sdp: OFFER, tracks: [MIC] });
      await asked.promise;
      await iris.ok(iris.send("DELETE", "/users/me/subscriptions", { subscriptions: ["den"], principals: [mia.id] }));
      await first.of("gone");
      gone.resolve();
      await until(() => expect(sfu.requests("tracks/close")).toHaveLength(1));
      expect(sfu.activeTracks).toBe(0);
    }));
});

test("[security 28.12] a moderator stops a shared screen, and the sound of a muted member who can still be heard", () =>
  withSfu(async (sfu) => {
    const { iris, call_id, first, second } = await ofTwo();
    await publish(second, [MIC, { mid: "1", kind: "screen" }, { mid: "2", kind: "sound" }]);
    const session = newest(sfu);
    const { call: owner } = await join(iris, call_id);
    expect(await first.ask({ type: "heard", member: 2 })).toMatchObject({ ok: 1 });
    await owner.ask({ type: "moderate", act: "unshare", member: 2 });
    expect(await second.of("tracks")).toMatchObject({ id: 2, tracks: [{ kind: "mic" }] });
    await until(() => expect(sfu.active(session)).toEqual(["0"]));
    await owner.ask({ type: "moderate", act: "mute", member: 2 });
    await first.ask({ type: "heard", member: 2 });
    expect(await second.of("tracks")).toMatchObject({ id: 2, tracks: [] });
    await until(() => expect(sfu.active(session)).toEqual([]));
  }));

describe("an SFU that refuses or is unavailable", () => {
  const json = (status: number, errorCode: string) => () => Response.json({ errorCode }, { status });
  test.each<[string, () => Response | Promise<Response>, string]>([
    ["is unreachable", json(503, "temporarily_unavailable_error"), "MEDIA_AWAY"],
    ["does not answer", () => Promise.reject(new Error("10.0.0.7 is not there")), "MEDIA_AWAY"],
    ["answers with something other than JSON", () => new Response("<html>"), "MEDIA_AWAY"],
    ["rejects the secret", json(401, "unauthorized"), "MEDIA_AWAY"],
    ["is rate-limiting", json(429, "too_many_requests"), "MEDIA_BUSY"],
    ["is not connected yet", json(425, "session_error"), "MEDIA_BUSY"],
    ["has ended the session", json(410, "session_error"), "SESSION_GONE"],
    ["rejects the browser's description", json(406, "invalid_session_description"), "BAD_MEDIA"],
  ])("returns an error code to the member: %s", (_, instead, code) =>
    withSfu(async (sfu) => {
      const { first, second, iris, call_id } = await ofTwo();
      await publish(first, [MIC]);
      await second.of("tracks");
      sfu.meanwhile = ({ path }) => (path.endsWith("/tracks/new") ? instead() : undefined);
      expect(await publish(first, [CAM])).toMatchObject({ code });
      // Current members stay, and new ones can join.
      expect((await join(iris, call_id)).state.members).toHaveLength(3);
      sfu.meanwhile = () => undefined;
      const again = await publish(first, [CAM]);
      if (code === "SESSION_GONE") {
        expect(again).toMatchObject({ code });
        expect(await second.of("tracks")).toMatchObject({ id: 1, tracks: [] });
      } else expect(again).toMatchObject({ sdp: ANSWER });
    }),
  );

  const END = new TextEncoder().encode("}");
  /** A response with `count` chunks of `bytes` each that then stalls. */
  const parts = (count: number, bytes: number, state: { sent: number; isLeft: boolean }) =>
    new Response(
      new ReadableStream({
        pull: (controller) => {
          if (state.sent >= count * bytes) return new Promise(() => {});
          state.sent += bytes;
          controller.enqueue(new Uint8Array(bytes).fill(END[0] ?? 0));
          return undefined;
        },
        cancel: () => {
          state.isLeft = true;
        },
      }),
    );
  test.each<[string, number, number]>([
    ["no answer", 0, 0],
    ["an answer without a body", 0, 1],
    ["the beginning of a body", 1, 100],
    ["a body byte by byte", 5000, 1],
    ["a body of 100 MB", 1600, 65_536],
  ])("sending %s blocks only that request, up to a time and size limit", (_, count, bytes) =>
    withSfu(async (sfu) => {
      const { iris, call_id, first, second } = await ofTwo();
      await publish(first, [MIC]);
      await second.of("tracks");
      const state = { sent: 0, isLeft: bytes === 0 };
      const asked = sfu.requests("/tracks/new").length;
      sfu.meanwhile = ({ path }) => {
        if (!path.endsWith("/tracks/new") && path !== "/sessions/new") return undefined;
        return bytes === 0 ? new Promise(() => {}) : parts(count, bytes, state);
      };
      const time = holdTimers(10_000);
      first.say({ type: "publish", n: 70, sdp: OFFER, tracks: [CAM] });
      first.say({ type: "unpublish", n: 71, mids: ["0"] });
      await until(() => expect(sfu.requests("/tracks/new")).toHaveLength(asked + 1));
      // Meanwhile the room works for everyone, and a new member joins, but without media.
      const { call: third, state: found } = await join(iris, call_id);
      expect(found).toMatchObject({ members: [{}, {}, {}] });
      third.say({ type: "set", hand: true });
      expect(await second.until(({ hand }) => hand)).toMatchObject({ id: 3 });
      third.say({ type: "publish", n: 72, sdp: OFFER, tracks: [MIC] });
      await until(() => expect(sfu.requests("/sessions/new")).toHaveLength(2));
      time.pass();
      expect(await first.until(({ ok, error }) => ok === 70 || error === 70)).toMatchObject({ code: "MEDIA_AWAY" });
      expect(await first.until(({ ok, error }) => ok === 71 || error === 71)).toEqual({ ok: 71 });
      expect(await third.until(({ ok, error }) => ok === 72 || error === 72)).toMatchObject({ code: "MEDIA_AWAY" });
      expect(state.isLeft).toBe(true);
      expect(state.sent).toBeLessThan(2 * (524_288 + 2 * 65_536));
      sfu.meanwhile = () => undefined;
      expect(await publish(first, [MIC, CAM])).toMatchObject({ sdp: ANSWER });
      expect(await publish(third, [MIC])).toMatchObject({ sdp: ANSWER });
    }),
  );

  test("returns the other tracks if one of several fails", () =>
    withSfu(async (sfu) => {
      const { first, second } = await ofTwo();
      await publish(first);
      await second.of("tracks");
      const items: Json[] = [];
      sfu.meanwhile = ({ path, body }) => {
        if (!path.endsWith("/tracks/new") || body.sessionDescription) return undefined;
        items.push(...body.tracks);
        const [mic, cam] = body.tracks;
        const sessionDescription = { type: "offer", sdp: OFFER };
        return Response.json({
          tracks: [
            { ...mic, mid: "0" },
            { ...cam, errorCode: "empty_track_error" },
          ],
          sessionDescription,
        });
      };
      const wanted = [
        { member: 1, kind: "mic" },
        { member: 1, kind: "cam" },
      ];
      expect((await pull(second, wanted)).tracks).toEqual([
        { member: 1, kind: "mic", mid: "0" },
        { member: 1, kind: "cam", code: "EMPTY" },
      ]);
    }));

  test("leaves the browser out of sync if its response is lost, so that it must reconnect", () =>
    withSfu(async (sfu) => {
      const { first } = await ofTwo();
      await publish(first, [MIC]);
      sfu.meanwhile = (request) => {
        if (!request.path.endsWith("/tracks/new")) return undefined;
        sfu.answer(request);
        throw new Error("the answer is lost");
      };
      expect(await publish(first, [CAM])).toMatchObject({ code: "MEDIA_AWAY" });
      sfu.meanwhile = () => undefined;
      expect(await publish(first, [CAM])).toMatchObject({ code: "SESSION_GONE" });
      expect(await publish(first, [MIC, CAM], { fresh: true })).toMatchObject({ sdp: ANSWER });
      await until(() => expect(sfu.activeTracks).toBe(2));
    }));

  test("[security 28.13] logs contain no session description, secret or session name", () =>
    withSfu(async (sfu) => {
      const { first } = await ofTwo();
      sfu.meanwhile = ({ path }) =>
        path.endsWith("/tracks/new")
          ? Response.json({ errorCode: "invalid_params", errorDescription: OFFER }, { status: 406 })
          : undefined;
      const lines = logLines();
      await publish(first, [MIC]);
      expect(lines.of("media_service_refused")[0]).toEqual({
        ...{ level: "warn", event: "media_service_refused", object: "call" },
        ...{ operation: "/sessions/:id/tracks/new", status: 406, code: "invalid_params" },
      });
    }));
});

test("[security 28.14] invalid frames are refused before they reach the SFU", () =>
  withSfu(async (sfu) => {
    const { iris, mia, first, second } = await ofTwo();
    await publish(first);
    await second.of("tracks");
    const other = await startCall(iris, { type: "direct", to: [mia.id] });
    const { call: elsewhere } = await join(iris, other.call_id);
    const asked = sfu.asked.length;
    const track = { member: 1, kind: "mic" };
    for (const frame of [
      { type: "publish", sdp: "x", tracks: [MIC] },
      { type: "publish", sdp: `v=0\r\n${"m=audio 9\r\n".repeat(201)}`, tracks: [MIC] },
      { type: "publish", sdp: OFFER, tracks: [] },
      { type: "publish", sdp: OFFER, tracks: [MIC, { mid: "1", kind: "mic" }] },
      { type: "publish", sdp: OFFER, tracks: [MIC, { mid: "0", kind: "cam" }] },
      { type: "publish", sdp: OFFER, tracks: [{ mid: "0", kind: "mic", rids: ["a", "b", "c", "d"] }] },
      { type: "publish", sdp: OFFER, tracks: [{ mid: "x".repeat(33), kind: "mic" }] },
      { type: "pull", tracks: [track, track] },
      { type: "pull", tracks: Array.from({ length: 65 }, (_, member) => ({ member, kind: "mic" })) },
      { type: "pull", tracks: [{ sessionId: newest(sfu), trackName: "x", kind: "mic" }] },
      { type: "answer", sdp: OFFER },
      { type: "answer", sdp: 7 },
    ])
      expect([frame, await second.ask(frame)]).toMatchObject([frame, { code: "BAD_MEDIA" }]);
    for (const frame of [
      { type: "layer", mid: "0", rid: "" },
      { type: "drop", mids: [] },
      { type: "unpublish", mids: "0" },
    ])
      expect(await second.ask(frame)).toMatchObject({ code: "BAD_FRAME" });
    // A missing transceiver, one of another kind, or one without a track.
    expect((await pull(second, [{ ...track, mid: "9" }])).tracks).toMatchObject([{ code: "BAD_MEDIA" }]);
    expect(await second.ask({ type: "layer", mid: "0", rid: "f" })).toMatchObject({ code: "SESSION_GONE" });
    expect(
      (
        await pull(second, [
          { member: 2, kind: "mic" },
          { member: 99, kind: "mic" },
        ])
      ).tracks,
    ).toMatchObject([{ code: "NOT_THERE" }, { code: "NOT_THERE" }]);
    // Member numbers are scoped to their call.
    expect((await pull(elsewhere, [track])).tracks).toMatchObject([{ code: "NOT_THERE" }]);
    expect(await second.ask({ type: "signal", to: 1, c: null })).toMatchObject({ code: "BAD_SIGNAL" });
    expect(sfu.asked).toHaveLength(asked);
  }));

test("[security 28.14] requests per session, and sessions per member, stay within the SFU's limits", () =>
  withSfu(async (sfu) => {
    const { iris, first, second } = await ofTwo();
    await stopClock(iris);
    await publish(first);
    await second.of("tracks");
    await pull(second, [{ member: 1, kind: "cam" }]);
    await answer(second);
    const before = sfu.asked.length;
    for (let n = 100; n < 150; n += 1) second.say({ type: "layer", n, mid: "0", rid: n % 2 === 0 ? "f" : "q" });
    const codes = new Set<string>();
    for (let n = 100; n < 150; n += 1)
      codes.add((await second.until(({ ok, error }) => ok === n || error === n)).code ?? "ok");
    expect([...codes].sort()).toEqual(["MEDIA_BUSY", "ok"]);
    expect(sfu.asked.length - before).toBeLessThan(41);
    const made: string[] = [];
    for (let at = 0; at < 25; at += 1) made.push((await publish(first, [MIC], { fresh: true })).code ?? "ok");
    expect(made.slice(-2)).toEqual(["MEDIA_BUSY", "MEDIA_BUSY"]);
  }));

describe("Cloudflare TURN credentials", () => {
  const TURN = { CALLS_TURN_KEY_ID: "key", CALLS_TURN_TOKEN: "known-to-turn" };
  const named = (sfu: FakeSfu) => sfu.requests("/generate-ice-servers").length;
  /** Returns TURN servers with new credentials for each request. */
  const serve = (sfu: FakeSfu) => {
    sfu.meanwhile = ({ path }) => {
      if (path.endsWith("/revoke")) return new Response(null, { status: 204 });
      if (!path.endsWith("/generate-ice-servers")) return undefined;
      const urls = ["turn:turn.example:3478?transport=udp", "turn:turn.example:53?transport=udp"];
      const turn = { urls, username: `${sfu.mark}-${named(sfu)}`, credential: "password" };
      return Response.json({ iceServers: [{ urls: ["stun:turn.example:3478"] }, turn] }, { status: 201 });
    };
  };
  const nameIn = ({ ice_servers }: Json) => ice_servers.find(({ username }: Json) => username)?.username;

  // Rooms of earlier tests may ask for some too, so these tests count by name.
  const revoked = (sfu: FakeSfu, name: string) => sfu.requests(`/${name}/revoke`).length;

  test("are issued per member, renewed in time and revoked when the member leaves", () =>
    withSfu(async (sfu) => {
      serve(sfu);
      const { noah, call_id, state, secondState, first, second } = await ofTwo();
      const [name, secondName] = [state, secondState].map(nameIn);
      expect(state.ice_servers).toEqual([
        { urls: ["stun:turn.example:3478"] },
        { urls: ["turn:turn.example:3478?transport=udp"], username: name, credential: "password" },
      ]);
      expect(new Set([name, secondName, undefined]).size).toBe(3);
      for (const { socket } of [first, second]) socket.send("ping");
      await Promise.all([first.of("pong"), second.of("pong")]);
      await passInRoom(noah, call_id, 121_000);
      for (const call of [first, second])
        expect((await call.settled()).filter(({ type }) => type === "ice")).toEqual([]);
      await passInRoom(noah, call_id, 3.6 * 3_600_000);
      expect([name, secondName]).not.toContain(nameIn(await first.of("ice")));
      second.say({ type: "leave" });
      await until(() => expect(revoked(sfu, secondName)).toBe(1));
      expect(revoked(sfu, name)).toBe(0);
    }, TURN));

  test("are revoked if their member leaves while they are being renewed", () =>
    withSfu(async (sfu) => {
      serve(sfu);
      const { noah, call_id, secondState, first, second } = await ofTwo();
      for (const { socket } of [first, second]) socket.send("ping");
      await Promise.all([first.of("pong"), second.of("pong")]);
      await passInRoom(noah, call_id, 121_000);
      const answered = Promise.withResolvers<void>();
      const { meanwhile } = sfu;
      const before = named(sfu);
      sfu.meanwhile = (request) => {
        const answer = meanwhile(request);
        return request.path.endsWith("/generate-ice-servers")
          ? answered.promise.then(() => answer as Response)
          : answer;
      };
      await passInRoom(noah, call_id, 3.6 * 3_600_000);
      await until(() => expect(named(sfu)).toBeGreaterThan(before + 1));
      second.say({ type: "leave" });
      await until(() => expect(revoked(sfu, nameIn(secondState))).toBe(1));
      const others = () => sfu.requests("/revoke").length - 1;
      expect(others()).toBe(0);
      answered.resolve();
      await until(() => expect(others()).toBe(1));
    }, TURN));

  test("are optional for joining, and revoked for a client that does not join", () =>
    withSfu(async (sfu) => {
      sfu.meanwhile = ({ path }) => (path.includes("/credentials/") ? new Response("no", { status: 500 }) : undefined);
      const { state, mia, call_id } = await ofTwo();
      expect(state.ice_servers).toEqual([]);
      serve(sfu);
      const other = await enter(mia, call_id);
      expect(await other.hello({ device: "d2" })).toMatchObject({ code: "ELSEWHERE" });
      await until(() => expect(sfu.requests("/revoke")).toHaveLength(1));
      sfu.meanwhile = ({ path }) => (path.includes("/credentials/") ? new Promise(() => {}) : undefined);
      const asked = named(sfu);
      const time = holdTimers(3000);
      const joining = join(mia, call_id, { device: "d2", as: "too" });
      await until(() => expect(named(sfu)).toBe(asked + 1));
      time.pass();
      expect((await joining).state.ice_servers).toEqual([]);
    }, TURN));
});
