import { expect, test } from "vitest";
import { takeTurns } from "../../../src/cli/bot-processes/turns.ts";

test("a free slot goes to the organization with the fewest running jobs, or to the one waiting longest", async () => {
  const inTurn = takeTurns(4);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all: Promise<void>[] = [];
  const ask = (owner: number, name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    const work = () => {
      begun.push(name);
      return promise;
    };
    all.push(inTurn(owner, work));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) ask(1, name);
  for (const name of ["b1", "b2", "b3"]) ask(2, name);
  ask(3, "c1");
  expect(begun).toEqual(["a1", "a2", "a3", "a4"]);
  for (const name of ["a1", "a2", "a3"]) await end(name);
  expect(begun.slice(4)).toEqual(["b1", "c1", "a5"]);
  await end("c1");
  expect(begun.slice(7)).toEqual(["b2"]);
  for (const name of [...ends.keys()]) await end(name);
  await Promise.all(all);
  expect(begun.length).toBe(10);
});
