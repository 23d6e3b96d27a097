import { expect, test } from "vitest";
import { Moderation } from "../../../../src/web/client/calls/call-session.ts";
import type { ModeratorAction, RoomRequest, RoomState } from "../../../../src/web/client/calls/frames.ts";
import { memberOf } from "./member-of.ts";

function moderating() {
  const asked: RoomRequest[] = [];
  const told: ModeratorAction[] = [];
  const moderation = new Moderation({
    ask: async (request) => {
      asked.push(request);
      return {};
    },
    onTold: (one) => told.push(one),
  });
  return { moderation, asked, told };
}

const stateOf = (more: Partial<RoomState>): RoomState => ({
  ...{ type: "state", me: 1, resume: "", started_at: 0, members: [memberOf(1), memberOf(2)], ice_servers: [] },
  ...more,
});

test("a member has the permissions that the room last sent, and actions are requested from the room", async () => {
  const { moderation, asked } = moderating();
  moderation.follow(stateOf({ may: ["mute", "end"] }));
  expect([...moderation.may.value]).toEqual(["mute", "end"]);
  moderation.follow({ type: "may", may: ["mute", "lock"] });
  expect([...moderation.may.value]).toEqual(["mute", "lock"]);
  await moderation.act("mute", 2);
  await moderation.act("lock");
  expect(asked).toEqual([
    { type: "moderate", act: "mute", member: 2 },
    { type: "moderate", act: "lock" },
  ]);
  // An older server that doesn't send permissions.
  moderation.follow(stateOf({}));
  expect([...moderation.may.value]).toEqual([]);
});

test("a call is locked for all members until it is unlocked, and members see the actions that concern them", () => {
  const { moderation, told } = moderating();
  moderation.follow(stateOf({ locked: true }));
  expect(moderation.isLocked.value).toBe(true);
  moderation.follow({ type: "told", act: "unlock", by: 2 });
  expect(moderation.isLocked.value).toBe(false);
  moderation.follow({ type: "told", act: "lock", by: 2 });
  expect(moderation.isLocked.value).toBe(true);
  moderation.follow({ type: "told", act: "mute", by: 2, member: 1 });
  moderation.follow({ type: "told", act: "mute", by: 1, member: 2 });
  expect(told.map(({ act, member }) => [act, member])).toEqual([
    ["unlock", undefined],
    ["lock", undefined],
    ["mute", 1],
  ]);
});
