import { expect, test } from "vitest";
import { nestingOrder } from "../../../../src/features/organization/user-groups/nesting-order.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

type Nesting = readonly [number, number];
const isKept = (order: ReadonlyMap<number, number>, [group, subgroup]: Nesting): boolean =>
  Number(order.get(group)) < Number(order.get(subgroup));

test("groups that don't contain each other keep all their subgroups", () => {
  const known: Nesting[] = [
    [4, 3],
    [1, 7],
  ];
  const added: Nesting[] = [
    [3, 2],
    [2, 1],
    [4, 1],
    [5, 4],
    [5, 4],
  ];
  const order = nestingOrder(known, added);
  expect([...known, ...added].filter((one) => !isKept(order, one))).toEqual([]);
});

test.each<{
  readonly known: readonly Nesting[];
  readonly added: readonly Nesting[];
  readonly left: readonly Nesting[];
}>([
  { known: [], added: [[1, 1]], left: [[1, 1]] },
  {
    known: [],
    added: [
      [1, 2],
      [2, 1],
      [2, 3],
    ],
    left: [[2, 1]],
  },
  { known: [[2, 1]], added: [[1, 2]], left: [[1, 2]] },
  {
    known: [
      [3, 2],
      [2, 1],
    ],
    added: [
      [1, 4],
      [4, 3],
    ],
    left: [[1, 4]],
  },
])(
  "an added nesting that would form a cycle with known or earlier ones is left out ($left)",
  ({ known, added, left }) => {
    const order = nestingOrder(known, added);
    expect(known.every((one) => isKept(order, one))).toBe(true);
    expect(added.filter((one) => !isKept(order, one))).toEqual(left);
  },
);

test.each([
  ["the outer first", (index: number): Nesting => [index, index + 1]],
  ["the inner first", (index: number): Nesting => [index + 1, index]],
])("groups within groups are ordered in linear time, %s", async (_, nesting) => {
  const order = (length: number) =>
    nestingOrder(
      [],
      Array.from({ length }, (_, index) => nesting(index)),
    );
  expect(await takesLinearTime(order, 50_000)).toBe(true);
});
