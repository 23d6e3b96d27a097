import { expect, test } from "vitest";
import { eventsDuring } from "../../../../support/events-during.ts";
import { realm } from "../../../../support/organization.ts";
import type { Json, Person } from "../../../../support/person.ts";

const starredBy = async (who: Person): Promise<number[]> =>
  (await who.ok(who.post("/register", { fetch_event_types: ["starred_messages"] }))).starred_messages;
const flag = (who: Person, op: string, messages: number[], name = "starred") =>
  who.post("/messages/flags", { op, flag: name, messages });
const stars = (events: Json[] = []) =>
  events.flatMap(({ type, op, flag, messages }) => (flag === "starred" ? [{ type, op, messages }] : []));

/** Two messages of a private channel that mia starred before leaving it. */
async function left() {
  const cast = await realm();
  const { noah, mia } = cast;
  const secret = { subscriptions: [{ name: "secret" }], invite_only: true };
  await noah.ok(noah.post("/users/me/subscriptions", { ...secret, principals: [noah.id, mia.id] }));
  const say = async (content: string): Promise<number> =>
    (await noah.ok(noah.post("/messages", { type: "stream", to: "secret", topic: "t", content }))).id;
  const [a, b] = [await say("a"), await say("b")];
  await mia.ok(flag(mia, "add", [a, b]));
  const [events] = await eventsDuring([mia], () =>
    mia.ok(mia.delete("/users/me/subscriptions", { subscriptions: ["secret"] })),
  );
  expect(stars(events)).toEqual([]);
  return { ...cast, a, b };
}

test("[register 4] starred_messages includes messages that became unreadable, which keep their stars", async () => {
  const { noah, mia, a, b } = await left();
  expect(await starredBy(mia)).toEqual([a, b]);
  expect((await mia.get(`/messages/${a}`)).body.msg).toBe("Invalid message(s)");
  const back = { subscriptions: [{ name: "secret" }], principals: [mia.id] };
  const [events] = await eventsDuring([mia], () => noah.ok(noah.post("/users/me/subscriptions", back)));
  expect(stars(events)).toEqual([]);
  expect((await mia.ok(mia.get(`/messages/${a}`))).message.flags).toContain("starred");
});

test("[messages 11] a user can unstar an unreadable message, but not change its other flags", async () => {
  const { mia, a, b } = await left();
  const [events] = await eventsDuring([mia], () => mia.ok(flag(mia, "remove", [a])));
  expect(stars(events)).toEqual([{ type: "update_message_flags", op: "remove", messages: [a] }]);
  expect(await starredBy(mia)).toEqual([b]);
  for (const refused of [flag(mia, "remove", [a]), flag(mia, "add", [b]), flag(mia, "remove", [b], "collapsed")]) {
    expect((await refused).body).toMatchObject({ code: "BAD_REQUEST", msg: "Invalid message(s)" });
  }
  expect((await flag(mia, "remove", [b], "read")).body.msg).toBe("Invalid message(s)");
});

test("[register 5.1] a user who lost access to a deleted message gets an event that removes its star, not a deletion event", async () => {
  const { iris, noah, mia, a, b } = await left();
  await iris.ok(iris.patch("/realm", { message_content_delete_limit_seconds: "unlimited" }));
  const [others, events] = await eventsDuring([noah, mia], () => noah.ok(noah.delete(`/messages/${a}`)));
  expect(events).toMatchObject([{ type: "update_message_flags", op: "remove", flag: "starred", messages: [a] }]);
  expect(others?.map(({ type }) => type)).toContain("delete_message");
  expect(stars(others)).toEqual([]);
  expect(await starredBy(mia)).toEqual([b]);
});

test("[messages 7] a message moved between channels that the user cannot read loses its star", async () => {
  const { iris, noah, mia, a, b } = await left();
  const other = { subscriptions: [{ name: "other" }], invite_only: true };
  await noah.ok(noah.post("/users/me/subscriptions", { ...other, principals: [noah.id] }));
  await noah.ok(noah.post("/users/me/subscriptions", { subscriptions: [{ name: "open" }] }));
  const idOf = async (stream: string) => (await noah.ok(noah.get("/get_stream_id", { stream }))).stream_id;
  const [hidden, open] = [await idOf("other"), await idOf("open")];
  const [gone] = await eventsDuring([mia, iris], () => noah.ok(noah.patch(`/messages/${a}`, { stream_id: hidden })));
  expect(stars(gone)).toEqual([{ type: "update_message_flags", op: "remove", messages: [a] }]);
  const [shown] = await eventsDuring([mia], () => noah.ok(noah.patch(`/messages/${b}`, { stream_id: open })));
  expect(stars(shown)).toEqual([]);
  expect(await starredBy(mia)).toEqual([b]);
});
