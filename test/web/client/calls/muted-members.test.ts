import { expect, test } from "vitest";
import { MutedMembers } from "../../../../src/web/client/calls/muted-members.ts";
import { VirtualClock } from "../../support/virtual-clock.ts";
import { memberOf } from "./member-of.ts";

function listening() {
  const clock = new VirtualClock();
  const loud = new Set<number>();
  const told: [number, boolean][] = [];
  const muted = new MutedMembers({
    clock,
    isLoud: (member) => loud.has(member),
    onHeard: (...one) => told.push(one),
  });
  return { clock, loud, told, muted };
}

test("a muted member who is still heard a second later is reported once until unmuted", async () => {
  const { clock, loud, told, muted } = listening();
  const others = [memberOf(2, { muted_by: 9 }), memberOf(3)];
  loud.add(2).add(3);
  muted.look(others);
  await clock.pass(900);
  muted.look(others);
  expect(told).toEqual([]);
  await clock.pass(200);
  muted.look(others);
  muted.look(others);
  expect(told).toEqual([[2, true]]);
  muted.look([memberOf(2, { muted_by: null }), memberOf(3)]);
  expect(told).toEqual([
    [2, true],
    [2, false],
  ]);
});

test("a muted member who falls silent in time is reported only when they are heard later", async () => {
  const { clock, loud, told, muted } = listening();
  const others = [memberOf(2, { muted_by: 9 })];
  muted.look(others);
  await clock.pass(5_000);
  muted.look(others);
  expect(told).toEqual([]);
  loud.add(2);
  muted.look(others);
  expect(told).toEqual([[2, true]]);
  muted.look([]);
  expect(told.at(-1)).toEqual([2, false]);
});
