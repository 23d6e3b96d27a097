import * as fc from "fast-check";
import type { World } from "./world.ts";

/** A kind of request. `steps` generates requests from random values that are small, so that a sequence is readable. */
export interface Operation {
  readonly name: string;
  /** How often the operation is chosen, relative to the others. */
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

/** A number from which an item of a list of any length is chosen. */
export const one = fc.nat(999);
const TOPICS = ["Tides", "tides", "✔ Tides", "Wind", ""] as const;
export const topic = fc.constantFrom(...TOPICS);
