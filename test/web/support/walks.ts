import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    readonly walks: number;
  }
}

/** Seeds of the random walks: a few, or as many as `PARLEY_WALKS` in the environment. */
export const WALKS: readonly number[] = Array.from({ length: inject("walks") }, (_, seed) => seed);
