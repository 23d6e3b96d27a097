import { describe, expect, test } from "vitest";
import { member, track, world } from "./fake-media.ts";

const SEND = { type: "publish", tracks: [{ mid: "0", kind: "mic" }] };

/** A member who sends its voice, and hears members 2 and 3. */
async function talking() {
  const made = world();
  void made.sfu.publish("mic", track("voice"));
  made.follow([member(1), member(2), member(3)]);
  await made.clock.pass(0);
  made.requests();
  return made;
}

describe("sending tracks through the SFU", () => {
  test("waits for the room, uses its ICE servers, and needs no request to replace a track", async () => {
    const { clock, connections, sfu, follow, requests } = world();
    void sfu.publish("mic", track("voice"));
    await clock.pass(0);
    expect(connections).toHaveLength(0);
    follow([member(1, [])]);
    await clock.pass(0);
    expect(requests()).toEqual([{ ...SEND, fresh: true }]);
    expect(connections[0]?.servers).toEqual([{ urls: "stun:stun.example" }]);
    await sfu.publish("mic", track("other"));
    await clock.pass(0);
    expect([requests(), connections[0]?.lines[0]?.sender.track]).toEqual([[], "other"]);
    sfu.useServers([]);
    expect(connections[0]?.servers).toEqual([]);
  });

  test("sends a camera in three sizes, unpublishes it when off, and adds a new line when on again", async () => {
    const { clock, connections, sfu, requests } = await talking();
    void sfu.publish("cam", track("camera"));
    await clock.pass(0);
    const camera = (mid: string) => ({ type: "publish", tracks: [{ mid, kind: "cam", rids: ["f", "h", "q"] }] });
    expect(requests()).toEqual([camera("1")]);
    await sfu.publish("cam", null);
    await clock.pass(0);
    expect(requests()).toEqual([{ type: "unpublish", mids: ["1"] }]);
    expect(connections[0]?.lines[1]?.direction).toBe("inactive");
    void sfu.publish("cam", track("camera"));
    await clock.pass(0);
    expect(requests()).toEqual([camera("2")]);
  });

  test("publishes nothing again after a restart of the room, unless the room lost the session", async () => {
    const { clock, connections, follow, refusals, requests } = await talking();
    follow([member(1), member(2), member(3)]);
    await clock.pass(0);
    expect(requests()).toEqual([]);
    refusals.push("SESSION_GONE");
    follow([member(1, [], 0), member(2), member(3)]);
    await clock.pass(0);
    expect(requests().at(-1)).toEqual({ ...SEND, fresh: true });
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, false, false]);
  });

  test("stops a screen ended by a moderator, and publishes a muted microphone on a new line", async () => {
    const { clock, connections, sfu, requests } = await talking();
    void sfu.publish("screen", track("screen"));
    await clock.pass(0);
    requests();
    sfu.add(member(1, []));
    await clock.pass(0);
    expect(requests()).toEqual([{ type: "publish", tracks: [{ mid: "2", kind: "mic" }] }]);
    expect(connections[0]?.lines.map(({ sender }) => sender.track)).toEqual([null, null, "voice"]);
  });

  test.each(["MEDIA_AWAY", "MEDIA_BUSY"])(
    "retries with growing delays if the media server answers %s",
    async (code) => {
      const { clock, follow, sfu, requests, refusals, told } = world();
      refusals.push(...Array.from({ length: 6 }, () => code));
      void sfu.publish("mic", track("voice"));
      follow([member(1, [])]);
      const tries: number[] = [];
      for (let second = 0; second < 50; second++) {
        await clock.pass(second === 0 ? 0 : 1000);
        tries.push(...requests().map(() => second));
      }
      expect(tries).toEqual([0, 1, 3, 7, 15, 30, 45]);
      expect([told.includes(true), told.at(-1)]).toEqual([true, false]);
    },
  );

  test("repeats an unanswered offer on a new connection, or on the same one if the server is busy", async () => {
    for (const [code, closed] of [
      ["MEDIA_BUSY", false],
      ["LOST", true],
      ["SESSION_GONE", true],
    ] as const) {
      const { clock, connections, sfu, requests, refusals } = await talking();
      refusals.push(code);
      void sfu.publish("cam", track("camera"));
      await clock.pass(2_000);
      const [, again] = requests();
      expect(connections[0]?.isClosed).toBe(closed);
      expect(again).toMatchObject(
        closed ? { fresh: true, tracks: [{ kind: "mic" }, { kind: "cam" }] } : { tracks: [{ kind: "cam" }] },
      );
    }
  });
});

describe("receiving tracks through the SFU", () => {
  const hearsOf = (made: { tracks: Map<string, unknown> }) => [...made.tracks.keys()].sort();

  test("pulls all voices at once, and videos only while they are shown, in the size of their tiles", async () => {
    const made = world();
    const { clock, sfu, follow, requests } = made;
    follow([member(1, []), member(2), member(3, ["mic", "cam"])]);
    await clock.pass(0);
    const voices = [2, 3].map((id) => ({ member: id, kind: "mic" }));
    expect(requests()).toEqual([{ type: "pull", tracks: voices, fresh: true }, { type: "answer" }]);
    expect(hearsOf(made)).toEqual(["2 mic", "3 mic"]);
    sfu.wants(3, "cam", "q");
    await clock.pass(0);
    expect(requests()).toEqual([{ type: "pull", tracks: [{ member: 3, kind: "cam", rid: "q" }] }, { type: "answer" }]);
    sfu.wants(3, "cam", "q");
    sfu.wants(3, "cam", "f");
    await clock.pass(0);
    expect(requests()).toEqual([{ type: "layer", mid: "2", rid: "f" }]);
    sfu.wants(3, "cam", null);
    expect(hearsOf(made)).toEqual(["2 mic", "3 mic"]);
    await clock.pass(0);
    expect(requests()).toEqual([{ type: "drop", mids: ["2"] }]);
  });

  test("pulls no voices on a device that plays none, only the videos that it shows", async () => {
    const { clock, sfu, follow, requests } = world({ isDeaf: true });
    follow([member(1, []), member(2), member(3, ["mic", "cam"])]);
    await clock.pass(0);
    expect(requests()).toEqual([]);
    sfu.wants(3, "cam", "q");
    await clock.pass(0);
    const [pull] = requests();
    expect(pull).toEqual({ type: "pull", tracks: [{ member: 3, kind: "cam", rid: "q" }], fresh: true });
  });

  test("lets new members take the places of former ones, without a new description", async () => {
    const made = await talking();
    const { clock, sfu, requests } = made;
    const before = made.tracks.get("2 mic");
    sfu.remove(2);
    expect(hearsOf(made)).toEqual(["3 mic"]);
    await clock.pass(0);
    sfu.add(member(4));
    await clock.pass(0);
    expect(requests()).toEqual([
      { type: "drop", mids: ["0"] },
      { type: "pull", tracks: [{ member: 4, kind: "mic", mid: "0" }] },
    ]);
    expect(made.tracks.get("4 mic")).toBe(before);
  });

  test("pulls tracks again when their member republishes them, without interrupting the sound", async () => {
    const made = await talking();
    made.sfu.add(member(2, ["mic"], 2));
    await made.clock.pass(0);
    expect(made.requests()).toEqual([{ type: "pull", tracks: [{ member: 2, kind: "mic", mid: "0" }] }]);
    expect(hearsOf(made)).toEqual(["2 mic", "3 mic"]);
  });

  test.each(["a room that can be reached", "a room that was lost in the meantime"])(
    "pulls a voice again if it was republished during other requests, in %s",
    async (where) => {
      const made = await talking();
      made.sfu.add(member(4));
      if (where === "a room that can be reached") {
        made.sfu.add(member(2, []));
        made.sfu.add(member(2, ["mic"], 1, "1"));
      } else made.follow([member(1), member(2, ["mic"], 1, "1"), member(3), member(4)]);
      await made.clock.pass(0);
      expect(made.requests()).toContainEqual({ type: "pull", tracks: [{ member: 2, kind: "mic", mid: "0" }] });
      expect(hearsOf(made)).toEqual(["2 mic", "3 mic", "4 mic"]);
    },
  );

  test("retries a missing track without delaying the others", async () => {
    const made = world();
    const { clock, sfu, follow, requests, missing } = made;
    missing.set(2, "EMPTY");
    follow([member(1, []), member(2), member(3)]);
    await clock.pass(0);
    expect(hearsOf(made)).toEqual(["3 mic"]);
    requests();
    sfu.add(member(4));
    await clock.pass(0);
    expect(hearsOf(made)).toEqual(["3 mic", "4 mic"]);
    missing.delete(2);
    await clock.pass(1_000);
    expect(hearsOf(made)).toEqual(["2 mic", "3 mic", "4 mic"]);
  });

  test("uses the same session for the next request if no track exists yet", async () => {
    const { clock, follow, requests, missing, tracks } = world();
    missing.set(2, "EMPTY");
    follow([member(1, []), member(2)]);
    await clock.pass(0);
    const pull = { type: "pull", tracks: [{ member: 2, kind: "mic" }] };
    expect(requests()).toEqual([{ ...pull, fresh: true }]);
    missing.delete(2);
    await clock.pass(1_000);
    expect(requests()).toEqual([pull, { type: "answer" }]);
    expect([...tracks.keys()]).toEqual(["2 mic"]);
  });

  test("keeps current members audible while the media server is down, and adds newcomers later", async () => {
    const made = await talking();
    made.refusals.push("MEDIA_AWAY", "MEDIA_AWAY");
    made.sfu.add(member(4));
    await made.clock.pass(0);
    expect([hearsOf(made), made.told.at(-1)]).toEqual([["2 mic", "3 mic"], true]);
    await made.clock.pass(3_000);
    expect([hearsOf(made), made.told.at(-1)]).toEqual([["2 mic", "3 mic", "4 mic"], false]);
    expect(made.connections).toHaveLength(2);
  });

  test("repeats an answer if the media server is too busy", async () => {
    const made = world();
    made.refusals.push("", "MEDIA_BUSY");
    made.follow([member(1, []), member(2)]);
    await made.clock.pass(1_000);
    expect(made.requests().map(({ type }) => type)).toEqual(["pull", "answer", "answer"]);
    expect([hearsOf(made), made.connections.length]).toEqual([["2 mic"], 1]);
  });

  test("replaces a session that has ended at once", async () => {
    const made = await talking();
    made.refusals.push("SESSION_GONE");
    made.sfu.add(member(4));
    await made.clock.pass(0);
    expect(made.requests()).toContainEqual({
      type: "pull",
      fresh: true,
      tracks: [2, 3, 4].map((id) => ({ member: id, kind: "mic" })),
    });
    expect(hearsOf(made)).toEqual(["2 mic", "3 mic", "4 mic"]);
  });
});

test.each([
  { state: "failed", ms: 0 },
  { state: "closed", ms: 0 },
  { state: "disconnected", ms: 7_000 },
  { state: "connecting", ms: 20_000 },
])("a connection that is $state is replaced after $ms ms, in both directions", async ({ state, ms }) => {
  const { clock, connections, requests } = await talking();
  for (const one of connections.slice(0, 2)) one.become(state);
  if (ms > 0) {
    await clock.pass(ms - 1);
    expect(connections).toHaveLength(2);
  }
  await clock.pass(1);
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, true, false, false]);
  expect(requests().filter((one) => "fresh" in one)).toHaveLength(2);
});

test("a short interruption may recover, but after a network change connections are replaced at once", async () => {
  const { clock, connections, sfu } = await talking();
  connections[1]?.become("disconnected");
  await clock.pass(6_000);
  connections[1]?.become("connected");
  await clock.pass(60_000);
  sfu.restart();
  expect(connections).toHaveLength(2);
  connections[1]?.become("disconnected");
  sfu.restart();
  await clock.pass(0);
  expect(connections).toHaveLength(3);
});

test.each(["disconnected", "failed"])(
  "while the room is unreachable, a connection that is %s is kept, and replaced later unless it recovers",
  async (state) => {
    const { clock, connections, follow, room, tracks } = await talking();
    const both = connections.slice(0, 2);
    const come = async () => {
      room.isLinked = true;
      follow([member(1), member(2), member(3)]);
      await clock.pass(0);
    };
    room.isLinked = false;
    for (const one of both) one.become(state);
    await clock.pass(20_000);
    expect([connections.map(({ isClosed }) => isClosed), tracks.size]).toEqual([[false, false], 2]);
    for (const one of both) one.become("connected");
    await come();
    expect(connections).toHaveLength(2);
    room.isLinked = false;
    for (const one of both) one.become(state);
    await clock.pass(20_000);
    await come();
    expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, true, false, false]);
  },
);

test("a member who rejoins under a new number starts over, and one who leaves closes everything", async () => {
  const { clock, connections, sfu, follow, tracks } = await talking();
  follow([member(9, []), member(2)], 9);
  await clock.pass(0);
  expect(connections.map(({ isClosed }) => isClosed)).toEqual([true, true, false, false]);
  sfu.close();
  expect(connections.every(({ isClosed }) => isClosed)).toBe(true);
  expect(tracks.size).toBe(0);
});

describe("an encrypted call", () => {
  async function encrypted() {
    const talk = await talking();
    const measure = async (seconds: number, flow: number) => {
      for (let passed = 0; passed < seconds; passed += 2) {
        for (const one of talk.connections) one.flow += flow;
        await talk.clock.pass(2000);
        await talk.sfu.measure();
      }
      await talk.clock.pass(0);
    };
    return { ...talk, measure };
  }

  test.each([
    ["sends a voice", "voice", 0, [{ type: "publish", fresh: true, tracks: [{ kind: "mic" }] }]],
    [
      "receives packets of a voice",
      "track 1.1",
      1,
      [{ type: "pull", fresh: true, tracks: [{ member: 2 }, { member: 3 }] }, { type: "answer" }],
    ],
  ])("replaces a connection that %s but transfers none of its frames", async (_, track, at, renewed) => {
    const { connections, room, requests, stuck, measure } = await encrypted();
    stuck.add(track);
    connections[at]?.become("connected");
    await measure(20, 0);
    room.isLinked = false;
    await measure(20, 1);
    room.isLinked = true;
    await measure(20, 0);
    expect(requests()).toEqual([]);
    await measure(2, 1);
    expect(requests()).toMatchObject(renewed);
    await measure(20, 1);
    expect(requests()).toEqual([]);
  });

  test("replaces a connection with a camera that delivers no frame, each time after a longer wait", async () => {
    const { connections, sfu, requests, stuck, measure } = await encrypted();
    stuck.add("camera");
    void sfu.publish("cam", track("camera"));
    await measure(20, 1);
    expect(requests()).toMatchObject([{ type: "publish", tracks: [{ kind: "cam" }] }]);
    for (const seconds of [8, 14]) {
      connections.findLast(({ lines }) => lines.some(({ sender }) => sender.track === "camera"))?.become("connected");
      await measure(seconds, 1);
      expect(requests()).toEqual([]);
      await measure(2, 1);
      expect(requests()).toMatchObject([{ type: "publish", fresh: true, tracks: [{ kind: "mic" }, { kind: "cam" }] }]);
    }
  });

  test("encrypts each track before offering it, and assigns each place's sender before its media arrives", async () => {
    const { clock, sfu, follow, encrypted, requests } = await talking();
    expect(encrypted).toEqual(["mic of voice", "track 1.0 as mic of 2", "track 1.1 as mic of 3"]);
    encrypted.length = 0;
    // A place that another track takes over.
    follow([member(1), member(4), member(3)]);
    await clock.pass(0);
    expect(requests()).toMatchObject([{ type: "pull", tracks: [{ member: 4, mid: "0" }] }]);
    expect(encrypted).toEqual(["track 1.0 as mic of 4"]);
    encrypted.length = 0;
    void sfu.publish("screen", track("screen"));
    await clock.pass(0);
    expect(encrypted).toEqual(["screen of screen"]);
  });

  test("plays an offered track only once the room names it", async () => {
    const { clock, follow, encrypted, late, tracks } = world();
    late.set(3, "");
    follow([member(1, []), member(2), member(3)]);
    await clock.pass(0);
    expect([encrypted, tracks.size]).toEqual([["track 0.0 as mic of 2"], 1]);
    await clock.pass(2_000);
    expect([encrypted.slice(1), tracks.size]).toEqual([["track 0.1 as mic of 3"], 2]);
  });
});
