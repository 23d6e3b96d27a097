import * as fc from "fast-check";
import type { World } from "./world.ts";

/** One kind of thing that somebody may try, with what is drawn for it: small values, so that a sequence can be read. */
export interface Operation {
  readonly name: string;
  /** How often it comes, beside the others. */
  readonly weight: number;
  readonly steps: fc.Arbitrary<Step>;
}

/** One try, to be read in a report and done again. */
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

/** Picks one of however many there are by then. */
export const one = fc.nat(999);
export const TOPICS = ["Tides", "tides", "✔ Tides", "Wind", ""] as const;
export const topic = fc.constantFrom(...TOPICS);
