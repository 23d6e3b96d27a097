import * as fc from "fast-check";
import type { World } from "./world.ts";

/** A kind of request, with the random values of its steps. They are small, so that a sequence is readable. */
export interface Operation {
  readonly name: string;
  /** Relative frequency among the operations. */
  readonly weight: number;
  readonly steps: fc.Arbitrary<Step>;
}

/** One request in a sequence, which can be printed and repeated. */
export interface Step {
  readonly text: string;
  perform(world: World): Promise<void>;
}

export function operation<T extends object>(
  name: string,
  weight: number,
  drawn: fc.Arbitrary<T>,
  perform: (world: World, drawn: T) => Promise<void>,
): Operation {
  const steps = drawn.map((values) => ({
    text: `${name} ${JSON.stringify(values)}`,
    perform: (world: World) => perform(world, values),
  }));
  return { name, weight, steps };
}

/** An index to pick from a list of any length. */
export const one = fc.nat(999);
const TOPICS = ["Tides", "tides", "✔ Tides", "Wind", ""] as const;
export const topic = fc.constantFrom(...TOPICS);
