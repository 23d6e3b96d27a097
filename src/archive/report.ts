import type { Place } from "./archive-error.ts";

/** How many places a report names for each reason. */
const PLACES = 20;

interface Reason {
  readonly reason: string;
  readonly count: number;
  readonly places: readonly string[];
}

interface ReportObject {
  /** By kind, what the source has, and what became of it. */
  readonly counts: Readonly<Record<string, { readonly in: number; readonly out: number }>>;
  readonly left_out: readonly Reason[];
}

/** Counts what is read and what is written, and remembers for each reason of leaving something out the first places. */
export class Report {
  readonly #counts = new Map<string, { in: number; out: number }>();
  readonly #reasons = new Map<string, { count: number; places: string[] }>();

  /** Something of a kind was found in the source. */
  read(kind: string, number = 1): void {
    this.#of(kind).in += number;
  }

  /** Something of a kind was written. */
  wrote(kind: string, number = 1): void {
    this.#of(kind).out += number;
  }

  /** Something was left out, or changed, for a reason. The reason is a constant; what differs stands in the place. */
  leftOut(reason: string, place: Place | string): void {
    const found = this.#reasons.get(reason) ?? { count: 0, places: [] };
    this.#reasons.set(reason, found);
    found.count += 1;
    if (found.places.length < PLACES) found.places.push(typeof place === "string" ? place : told(place));
  }

  toJSON(): ReportObject {
    return {
      counts: Object.fromEntries(this.#counts),
      left_out: [...this.#reasons].map(([reason, { count, places }]) => ({ reason, count, places })),
    };
  }

  #of(kind: string): { in: number; out: number } {
    const found = this.#counts.get(kind) ?? { in: 0, out: 0 };
    this.#counts.set(kind, found);
    return found;
  }
}

const told = ({ member, line }: Place) => (line === undefined ? member : `${member}:${line}`);
