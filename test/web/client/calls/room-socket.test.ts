import { expect, test } from "vitest";
import type { RoomFrame } from "../../../../src/web/client/calls/frames.ts";
import { RoomSocket } from "../../../../src/web/client/calls/room-socket.ts";
import { FakeSocket } from "../../support/fake-socket.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";

const state = (me: number) => ({
  type: "state",
  me,
  resume: `secret ${me}`,
  started_at: 1_700_000_000,
  members: [{ id: me, user_id: 10, mic: false }],
  ice_servers: [],
});

/** A member and a fake room that speaks the server's protocol. */
function world() {
  const clock = new VirtualClock();
  const sockets: FakeSocket[] = [];
  const frames: RoomFrame[] = [];
  const told: unknown[] = [];
  const room = new RoomSocket({
    clock,
    random: () => 0.5,
    device: "tab",
    as: "move",
    connect: () => {
      const made = new FakeSocket();
      sockets.push(made);
      return made as unknown as WebSocket;
    },
    onFrame: (frame) => frames.push(frame),
    onLink: (isLinked) => told.push(isLinked),
    onEnd: (why) => told.push(why),
  });
  const socket = () => sockets.at(-1) ?? new FakeSocket();
  const said = () => socket().sent.map((text) => (text === "ping" ? text : JSON.parse(text)));
  return { clock, room, sockets, frames, told, socket, said };
}

function joined() {
  const made = world();
  made.socket().open();
  made.socket().say(state(3));
  return made;
}

test("a member says hello, and sends no requests before the room answers", () => {
  const { room, frames, told, socket, said } = world();
  room.send({ type: "set", mic: true });
  socket().open();
  expect(said()).toEqual([{ type: "hello", v: 1, device: "tab", can: ["sfu", "mesh"], as: "move", n: 1 }]);
  socket().say(state(3));
  room.send({ type: "set", mic: true });
  expect(said().slice(1)).toEqual([{ type: "set", mic: true, n: 2 }]);
  expect(frames.map(({ type }) => type)).toEqual(["state"]);
  expect(told).toEqual([true]);
});

test("a lost connection is restored for the same member, and sends nothing in between", async () => {
  const { clock, room, sockets, told, socket, said } = joined();
  socket().end(1006);
  room.send({ type: "set", mic: true });
  expect(told).toEqual([true, false]);
  await clock.pass(3_000);
  expect(sockets).toHaveLength(2);
  socket().open();
  expect(said()).toEqual([expect.objectContaining({ type: "hello", resume: "secret 3" })]);
  socket().say(state(3));
  expect(told).toEqual([true, false, true]);
});

test("a connection that does not answer a ping is replaced", async () => {
  const { clock, sockets, socket, said } = joined();
  await clock.pass(10_000);
  expect(said().at(-1)).toBe("ping");
  socket().say("pong");
  await clock.pass(10_000);
  expect(said().filter((one) => one === "ping")).toHaveLength(2);
  await clock.pass(9_000);
  expect(sockets).toHaveLength(2);
});

test.each([
  { code: 4401, why: "login" },
  { code: 4403, why: "removed" },
  { code: 4404, why: "ended" },
  { code: 4409, why: "moved" },
  { code: 4413, why: "full" },
])("after code $code the client doesn't reconnect to the room: $why", async ({ code, why }) => {
  const { clock, sockets, told, socket } = joined();
  socket().end(code);
  await clock.pass(120_000);
  expect(told).toEqual([true, why]);
  expect(sockets).toHaveLength(1);
});

test("a member rejoins a room that lost them, and gives up after a long time without answers", async () => {
  const { clock, sockets, told, socket } = joined();
  socket().end(4408);
  await clock.pass(3_000);
  expect(sockets).toHaveLength(2);
  for (let wait = 0; wait < 120; wait++) {
    socket().end(1006);
    await clock.pass(1_700);
  }
  expect(told).toEqual([true, false, "unreachable"]);
});

test("a member who leaves informs the room", () => {
  const { room, told, said } = joined();
  room.leave();
  expect(said().at(-1)).toMatchObject({ type: "leave" });
  expect(told).toEqual([true, "left"]);
});

test.each([
  ["a locked call", "LOCKED", "locked"],
  ["a call that this user has already joined on two devices", "DEVICES", "devices"],
])("the hello is refused by %s", (_, code, why) => {
  const { told, socket } = world();
  socket().open();
  socket().say({ error: 1, code, msg: "" });
  expect(told).toEqual([why]);
});

test("answers are matched to their requests in any order, and a refusal has the room's code", async () => {
  const { room, socket } = joined();
  const [first, second] = [room.ask({ type: "set", mic: true }), room.ask({ type: "lost", member: 9 })];
  socket().say({ error: 3, code: "NO_MEMBER", msg: "" });
  socket().say({ ok: 2 });
  expect(await first).toEqual({ ok: 2 });
  await expect(second).rejects.toMatchObject({ code: "NO_MEMBER" });
});

test.each([
  ["the room has not been reached yet", () => {}],
  ["the connection is lost", (made: ReturnType<typeof world>) => made.socket().end(1006)],
  ["the member leaves", (made: ReturnType<typeof world>) => made.room.leave()],
  ["nothing arrives for half a minute", (made: ReturnType<typeof world>) => made.clock.pass(31_000)],
])("a request is rejected as lost: %s", async (when, happens) => {
  const made = when.startsWith("the room") ? world() : joined();
  const asked = made.room.ask({ type: "set", mic: true });
  const refused = expect(asked).rejects.toMatchObject({ code: "LOST" });
  await happens(made);
  await refused;
});
