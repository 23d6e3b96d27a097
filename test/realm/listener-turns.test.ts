import { expect, test } from "vitest";
import { ApiError } from "../../src/protocol/errors.ts";
import { ListenerTurns, MAX_WAITING } from "../../src/realm-object/listener-turns.ts";
import { machineRandom } from "../../src/util/random.ts";

const ROOM = 8;

/** The next event loop turn, as other requests get it. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("concurrent listeners start in order, a few per turn", async () => {
  const turns = new ListenerTurns(ROOM, machineRandom);
  const begun: number[] = [];
  const begin = async (one: number) => {
    await turns.take();
    begun.push(one);
  };
  const all = Array.from({ length: 3 * ROOM + 1 }, (_, one) => one);
  const beginning = all.map(begin);
  for (const most of [1, 2, 3]) {
    await Promise.resolve();
    expect(begun).toEqual(all.slice(0, most * ROOM));
    await turn();
  }
  await Promise.all(beginning);
  expect(begun).toEqual(all);
});

test("a listener that arrives alone, or a turn later, doesn't wait", async () => {
  const turns = new ListenerTurns(ROOM, machineRandom);
  for (let count = 0; count < 3; count++) {
    for (let room = 0; room < ROOM; room++) expect(turns.take()).toBe(undefined);
    expect(turns.take()).toBeInstanceOf(Promise);
    await turn();
    await turn();
  }
});

test("ListenerTurns answers 503 with Retry-After when too many clients wait", () => {
  const turns = new ListenerTurns(ROOM, machineRandom);
  for (let count = 0; count < ROOM + MAX_WAITING; count++) void turns.take();
  const refusal = (() => {
    try {
      return turns.take();
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(ApiError);
  const { status, headers } = (refusal as ApiError).toShape();
  expect(status).toBe(503);
  expect(Number(new Headers(headers).get("Retry-After"))).toBeGreaterThanOrEqual(5);
});
