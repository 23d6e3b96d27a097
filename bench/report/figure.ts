export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  /** The lowest possible cost of the same work on this machine, measured in the same run. */
  readonly floor?: number | undefined;
  readonly budget?: Budget | undefined;
}

/** The limit of a figure: a multiple of its floor, or, if it has no floor, a value in the figure's unit. */
export type Budget = { readonly atMost: number } | { readonly atLeast: number };

export type Unit =
  | "ms"
  | "s"
  | "per s"
  | "rows"
  | "inputs"
  | "bytes"
  | "µs"
  | "per CPU s"
  | "requests"
  | "frames"
  | "objects"
  | "elements"
  | "tasks"
  | "px";

/** A figure with its ratio to the floor, and whether it meets its budget. */
export interface Verdict extends Figure {
  readonly measure: string;
  readonly ratio: number | null;
  /** Null if the figure has no budget. */
  readonly met: boolean | null;
}

export function judged(measure: string, figure: Figure, ratio?: number): Verdict {
  const { value, floor, budget } = figure;
  const found = ratio ?? (floor === undefined ? null : value / floor);
  const counts = found ?? value;
  const met = budget === undefined ? null : "atMost" in budget ? counts <= budget.atMost : counts >= budget.atLeast;
  return { measure, ...figure, ratio: found, met };
}
