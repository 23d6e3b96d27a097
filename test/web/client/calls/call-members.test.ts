import { expect, test } from "vitest";
import { CallMembers } from "../../../../src/web/client/calls/call-members.ts";
import type { Member, RoomState } from "../../../../src/web/client/calls/frames.ts";
import { memberOf } from "./member-of.ts";

const stateOf = (me: number, ...members: Member[]): RoomState => ({
  ...{ type: "state", resume: "", started_at: 0, ice_servers: [], me, members },
});
const ids = (members: readonly Member[]) => members.map(({ id }) => id);

test("a reconnected device reports who joined and left, but not members who only got a new number", () => {
  const members = new CallMembers();
  const first = members.replace(stateOf(1, memberOf(1), memberOf(2), memberOf(3)));
  expect([ids(first.joined), ids(first.gone)]).toEqual([[], []]);
  const again = members.replace(stateOf(5, memberOf(5, { user_id: 1 }), memberOf(6, { user_id: 2 }), memberOf(4)));
  expect([ids(again.joined), ids(again.gone)]).toEqual([[4], [3]]);
  expect([members.me.value, ids(members.all.value), ids(members.others.value)]).toEqual([5, [5, 6, 4], [6, 4]]);
});

test("the screens of other members are listed in the order they were shared", () => {
  const members = new CallMembers();
  members.replace(stateOf(1, memberOf(1, { screen: true }), memberOf(2), memberOf(3, { screen: true })));
  for (const id of [2, 1]) members.change(id, { screen: true });
  expect(members.screens.value).toEqual([3, 2]);
  members.change(3, { screen: false });
  members.change(3, { screen: true });
  members.change(2, { hand: true });
  expect(members.screens.value).toEqual([2, 3]);
  members.remove(2);
  expect(members.screens.value).toEqual([3]);
});

test("changes of members who have left are ignored", () => {
  const members = new CallMembers();
  members.replace(stateOf(1, memberOf(1), memberOf(2)));
  expect(members.remove(2)).toEqual(memberOf(2));
  expect([members.remove(2), members.change(2, { screen: true })]).toEqual([undefined, undefined]);
  expect([ids(members.all.value), members.screens.value]).toEqual([[1], []]);
});
