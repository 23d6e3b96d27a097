/** One number that a measure has found. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** The least that the same costs on this machine, found in the same run. */
  readonly floor?: number | undefined;
  readonly budget?: Budget | undefined;
}

/** How much of the floor it may or must be; of the unit, where there is no floor. */
export type Budget = { readonly atMost: number } | { readonly atLeast: number };

export type Unit = "ms" | "per s" | "rows" | "bytes" | "µs" | "per CPU s";

export interface Verdict extends Figure {
  readonly measure: string;
  readonly ratio: number | null;
  /** Null where there is no budget. */
  readonly met: boolean | null;
}

export function judged(measure: string, figure: Figure, ratio?: number): Verdict {
  const { value, floor, budget } = figure;
  const found = ratio ?? (floor === undefined ? null : value / floor);
  const counts = found ?? value;
  const met = budget === undefined ? null : "atMost" in budget ? counts <= budget.atMost : counts >= budget.atLeast;
  return { measure, ...figure, ratio: found, met };
}
