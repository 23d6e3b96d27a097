import { expect, test } from "vitest";
import { askForRoom, startCall } from "../../../support/calls.ts";
import { makeChannel, outcome, realmWithCallers } from "../../../support/channels.ts";
import { advanceClock } from "../../../support/object.ts";
import type { Fields, Json, Person } from "../../../support/person.ts";

/** A user's call permissions: to start one there, and to join, lock and end one that someone else started. */
async function rightsOf(who: Person, starter: Person, where: Fields, there: Fields): Promise<string> {
  const may: Json[] = [(await outcome(who.post("/calls", where))) === "ok" && "start"];
  const { call_id } = await startCall(starter, there);
  const { call } = await askForRoom(who, call_id);
  if (call) {
    await call.hello({ device: "d2", as: "too" });
    may.push("join", (await call.ask({ type: "moderate", act: "lock" })).ok !== undefined && "lock");
    call.socket.close();
  }
  may.push((await outcome(who.post(`/calls/${call_id}/end`))) === "ok" && "end");
  return may.filter(Boolean).join(" ") || "nothing";
}

test("[security 28.1] role and kind of conversation decide who can start, join, lock and end calls", async () => {
  const { iris, mia, noah, by } = await realmWithCallers();
  const roles = {
    owner: iris,
    administrator: by.administrator,
    moderator: by.moderator,
    member: mia,
    guest: by.guest,
    bot: by.bot,
  };
  const open = await makeChannel(iris, "open", [noah, ...Object.values(roles)]);
  const den = await makeChannel(iris, "den", [iris, noah], { invite_only: true });
  const table: Record<string, Record<string, string>> = {};
  for (const [name, who] of Object.entries(roles)) {
    const others = [noah.id, who === by.administrator ? mia.id : by.administrator.id];
    const topic = `of ${name}`;
    const at = async (where: Fields, there = where) => rightsOf(who, noah, where, there);
    table[name] = {
      open: await at({ type: "channel", to: open, topic }, { type: "channel", to: open, topic: `${topic}, by noah` }),
      den: await at({ type: "channel", to: den, topic }, { type: "channel", to: den, topic: `${topic}, by noah` }),
      direct: await at({ type: "direct", to: [noah.id] }, { type: "direct", to: [who.id] }),
      group: await at(
        { type: "direct", to: others },
        { type: "direct", to: [who.id, ...others.filter((id) => id !== noah.id)] },
      ),
    };
    await advanceClock(noah, 61_000);
  }
  const all = "start join lock end";
  // A direct conversation has one call, started here by a member who can end it.
  expect(table).toEqual({
    owner: { open: all, den: all, direct: all, group: all },
    administrator: { open: all, den: "nothing", direct: all, group: all },
    moderator: { open: all, den: "nothing", direct: all, group: all },
    member: { open: "start join", den: "nothing", direct: "start join end", group: "start join end" },
    guest: { open: "join", den: "nothing", direct: "join", group: "join" },
    bot: { open: "nothing", den: "nothing", direct: "nothing", group: "nothing" },
  });
});

test("[security 28.1] no call can be started or joined in an archived channel", async () => {
  const { iris, noah, by } = await realmWithCallers();
  const people = [iris, noah, by.administrator, by.moderator, by.guest];
  const to = await makeChannel(iris, "gone", people);
  const where = { type: "channel", to, topic: "tea" };
  const { call_id } = await startCall(noah, where);
  await iris.ok(iris.send("DELETE", `/streams/${to}`));
  for (const who of people) {
    expect((await who.post("/calls", where)).status).toBe(400);
    expect((await askForRoom(who, call_id)).call).toBeNull();
  }
});
