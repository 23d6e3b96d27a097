import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    readonly walks: number;
  }
}

/** The seeds of the random walks: a few, or as many as the environment's `PARLEY_WALKS` says. */
export const WALKS: readonly number[] = Array.from({ length: inject("walks") }, (_, seed) => seed);
