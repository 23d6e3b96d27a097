import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    readonly walks: number;
  }
}

/**
 * Seeds of the random walks. There are a few of them, or as many as the environment variable `PARLEY_WALKS` specifies.
 */
export const WALKS: readonly number[] = Array.from({ length: inject("walks") }, (_, seed) => seed);
