import { describe, expect, test } from "vitest";
import { askForRoom, join, passInRoom } from "../../../support/calls.ts";
import { makeChannel } from "../../../support/channels.ts";
import { MODERN } from "../../../support/modern-client.ts";
import { inRealm } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import type { Json, Person } from "../../../support/person.ts";
import { until } from "../../../support/until.ts";

const CAN = {
  client_capabilities: { ...MODERN.client_capabilities, calls: true },
  event_types: ["voice_room", "call"],
};
const nameOf = ({ type, op }: Json): string => `${type}/${op}`;

const stateOf = async (person: Person): Promise<Json> => person.ok(person.post("/register", CAN));
const enter = async (person: Person, channel: number): Promise<Json> =>
  person.ok(person.post(`/streams/${channel}/voice_room/enter`));

/** A channel with a voice room. Its administrator is the owner Iris. */
async function withRoom(fields: Json = {}) {
  const cast = await realm();
  const { iris, noah, mia } = cast;
  const channel = await makeChannel(iris, "den", [iris, noah, mia], fields);
  await iris.ok(iris.post(`/streams/${channel}/voice_room`));
  return { ...cast, channel };
}

const messagesIn = async (person: Person, channel: number): Promise<Json[]> => {
  const narrow = [
    { operator: "channel", operand: channel },
    { operator: "topic", operand: "voice room" },
  ];
  const fields = { anchor: "newest", num_before: 50, num_after: 0, narrow, apply_markdown: false };
  return (await person.ok(person.get("/messages", fields))).messages;
};

describe("a voice room", () => {
  test("is shown to readers of the channel, and to clients without voice rooms as one message with a link", async () => {
    const { iris, noah, omar, channel } = await withRoom({ invite_only: true });
    expect((await stateOf(noah)).voice_rooms).toEqual([channel]);
    expect((await stateOf(omar)).voice_rooms).toEqual([]);
    expect(await noah.ok(noah.post("/register"))).not.toHaveProperty("voice_rooms");
    await iris.ok(iris.post(`/streams/${channel}/voice_room`));
    const [message, ...others] = await messagesIn(noah, channel);
    expect(message?.content).toMatch(/opened a \[voice room\]\(.*\/voice\/\d+\) in this channel\.$/);
    expect(others).toEqual([]);
  });

  test("opens a call when the first user enters, and a new one after the last user has left", async () => {
    const { noah, mia, channel } = await withRoom();
    const first = await enter(noah, channel);
    expect(first).toMatchObject({ existing: false });
    expect(await enter(mia, channel)).toMatchObject({ call_id: first.call_id, existing: true });
    const { call, state } = await join(noah, first.call_id);
    expect(state.may).toEqual([]);
    expect((await stateOf(mia)).calls).toMatchObject([{ call_id: first.call_id, room: true, ringing_until: null }]);
    call.say({ type: "leave" });
    await call.closed;
    await until(async () => {
      await passInRoom(noah, first.call_id, 61_000);
      expect((await stateOf(mia)).calls).toEqual([]);
    });
    const second = await enter(mia, channel);
    expect(second).toMatchObject({ existing: false, message_id: first.message_id });
    expect(second.call_id).not.toBe(first.call_id);
    expect(await messagesIn(mia, channel)).toHaveLength(1);
    expect(await inRealm(noah, ({ sql }) => sql.exec("SELECT id FROM calls").toArray())).toHaveLength(1);
  });

  test("can be joined by later subscribers of its private channel, but by no one outside it", async () => {
    const { iris, noah, omar, channel } = await withRoom({ invite_only: true });
    const { call_id } = await enter(noah, channel);
    expect((await askForRoom(omar, call_id)).call).toBeNull();
    expect((await omar.post(`/streams/${channel}/voice_room/enter`)).status).toBe(400);
    const queue = await omar.queue(CAN);
    await iris.ok(iris.post("/users/me/subscriptions", { subscriptions: [{ name: "den" }], principals: [omar.id] }));
    expect((await queue.events()).map(nameOf)).toEqual(["call/start", "voice_room/add"]);
    expect(await enter(omar, channel)).toMatchObject({ call_id, existing: true });
    const { call } = await join(omar, call_id);
    await iris.ok(iris.delete("/users/me/subscriptions", { subscriptions: ["den"], principals: [omar.id] }));
    expect((await call.closed).code).toBe(4401);
  });

  test("stays when its message is deleted or moves to another channel", async () => {
    const { iris, noah, channel } = await withRoom();
    const first = await enter(noah, channel);
    await iris.ok(iris.delete(`/messages/${first.message_id}`));
    expect((await stateOf(noah)).calls).toEqual([]);
    const second = await enter(noah, channel);
    expect(second.message_id).not.toBe(first.message_id);
    expect((await messagesIn(noah, channel)).map(({ content }) => content)).toEqual([
      expect.stringMatching(/^This channel has a \[voice room\]/),
    ]);
    const other = await makeChannel(iris, "attic", [iris, noah]);
    const move = { stream_id: other, topic: "moved", propagate_mode: "change_all" };
    await iris.ok(iris.patch(`/messages/${second.message_id}`, { ...move, send_notification_to_new_thread: false }));
    expect((await stateOf(noah)).calls).toEqual([]);
    expect(await enter(noah, channel)).toMatchObject({ existing: false });
    expect((await noah.post(`/streams/${other}/voice_room/enter`)).status).toBe(404);
  });

  test("ends for everyone when it is removed or its channel is archived", async () => {
    const { iris, noah, channel } = await withRoom();
    const { call } = await join(noah, (await enter(noah, channel)).call_id);
    const queue = await noah.queue(CAN);
    await iris.ok(iris.delete(`/streams/${channel}/voice_room`));
    expect((await queue.events()).map(nameOf).slice(-2)).toEqual(["call/end", "voice_room/remove"]);
    expect((await call.closed).code).toBe(4404);
    expect((await noah.post(`/streams/${channel}/voice_room/enter`)).status).toBe(404);

    await iris.ok(iris.post(`/streams/${channel}/voice_room`));
    const { call: second } = await join(noah, (await enter(noah, channel)).call_id);
    await iris.ok(iris.delete(`/streams/${channel}`));
    expect((await second.closed).code).toBe(4404);
    expect((await noah.post(`/streams/${channel}/voice_room/enter`)).status).toBe(400);
  });
});
