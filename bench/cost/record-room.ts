import { setTimeout as pause } from "node:timers/promises";
import type { MeteredServer } from "./metered-server.ts";
import { Office } from "./office.ts";
import { divided, RECORDED_PEOPLE } from "./record-day.ts";
import type { ActCost } from "./recorded.ts";
import type { RoomActName } from "./working-day.ts";

const ROUNDS = 12;
/** Longer than a room delays its report, so that each arrival and departure is reported. */
const APART_MS = 1500;

/** Returns the cost of entering a voice room, connecting to its members, and leaving. */
export async function recordRoom(
  metered: MeteredServer,
  tell: (what: string) => void,
): Promise<Record<RoomActName, ActCost>> {
  const office = new Office(metered.server);
  await office.grow(RECORDED_PEOPLE);
  // One listener, so that changes are logged as events.
  await office.listen(1, ["call"]);
  const room = await office.openRoom();
  // The room already has as many other members as fit into a call between browsers.
  for (let index = 1; index < 5; index++) await room.enter(index);
  const comeAndGo = async () => {
    await room.enter(0);
    await pause(APART_MS);
    await room.leave();
    await pause(APART_MS);
  };
  await comeAndGo();
  await metered.settled();
  tell("a voice room");
  const cost = await metered.during(async () => {
    for (let index = 0; index < ROUNDS; index++) await comeAndGo();
  });
  return { "come and go in a voice room": divided(cost, ROUNDS) };
}
