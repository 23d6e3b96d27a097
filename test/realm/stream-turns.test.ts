import { expect, test } from "vitest";
import { ApiError } from "../../src/protocol/errors.ts";
import { MOST_WAITING, STREAMS_A_TURN, StreamTurns } from "../../src/realm-server/stream-turns.ts";
import { machineRandom } from "../../src/util/random.ts";

/** The next turn, as whatever else is asked meanwhile gets it. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("streams that are asked for together are opened some in a turn, in the order in which they came", async () => {
  const turns = new StreamTurns(machineRandom);
  const opened: number[] = [];
  const open = async (stream: number) => {
    await turns.take();
    opened.push(stream);
  };
  const all = Array.from({ length: 3 * STREAMS_A_TURN + 1 }, (_, stream) => stream);
  const opening = all.map(open);
  for (const most of [1, 2, 3]) {
    await Promise.resolve();
    expect(opened).toEqual(all.slice(0, most * STREAMS_A_TURN));
    await turn();
  }
  await Promise.all(opening);
  expect(opened).toEqual(all);
});

test("a stream that comes alone waits for nothing, and so does the next one a turn later", async () => {
  const turns = new StreamTurns(machineRandom);
  for (let count = 0; count < 3; count++) {
    for (let room = 0; room < STREAMS_A_TURN; room++) expect(turns.take()).toBe(undefined);
    expect(turns.take()).toBeInstanceOf(Promise);
    await turn();
    await turn();
  }
});

test("beyond those that may wait, clients are told to come later", () => {
  const turns = new StreamTurns(machineRandom);
  for (let count = 0; count < STREAMS_A_TURN + MOST_WAITING; count++) void turns.take();
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
