import type { ArchiveLocation } from "./archive-error.ts";

/** The number of places that a report names for each reason. */
const PLACES = 20;

interface Reason {
  readonly reason: string;
  readonly count: number;
  readonly places: readonly string[];
  /** It came along, but not as it was: nothing is missing for this reason. */
  readonly changed?: true;
}

interface ReportObject {
  /** The number of things of each kind that the source has, and that came out of it. */
  readonly counts: Readonly<Record<string, { readonly in: number; readonly out: number }>>;
  readonly left_out: readonly Reason[];
}

interface ReasonCount {
  count: number;
  readonly places: string[];
  readonly isChange: boolean;
}

/** Counts what is read and what is written, and remembers for each reason of leaving something out the first places. */
export class Report {
  readonly #counts: Map<string, { in: number; out: number }>;
  readonly #reasons: Map<string, ReasonCount>;

  /** @param begun a report that it goes on with */
  constructor({ counts, left_out }: ReportObject = { counts: {}, left_out: [] }) {
    this.#counts = new Map(Object.entries(counts).map(([kind, count]) => [kind, { ...count }]));
    this.#reasons = new Map(
      left_out.map(({ reason, count, places, changed: isChange = false }) => [
        reason,
        { count, places: [...places], isChange },
      ]),
    );
  }

  /** Counts things of a kind that were found in the source. */
  read(kind: string, number = 1): void {
    this.#of(kind).in += number;
  }

  /** Counts things of a kind that were written. */
  wrote(kind: string, number = 1): void {
    this.#of(kind).out += number;
  }

  /**
   * Counts things that were left out, or changed, for a reason. The reason is a constant; what differs stands in the place.
   */
  leftOut(reason: string, place: ArchiveLocation | string, number = 1): void {
    this.#note(reason, place, { number, isChange: false });
  }

  /** Counts a thing that came along, but not as it was in the source. */
  changed(reason: string, place: ArchiveLocation | string): void {
    this.#note(reason, place, { number: 1, isChange: true });
  }

  toJSON(): ReportObject {
    return {
      counts: Object.fromEntries(this.#counts),
      left_out: [...this.#reasons].map(([reason, { count, places, isChange }]) => ({
        ...{ reason, count, places },
        ...(isChange && { changed: true }),
      })),
    };
  }

  #note(
    reason: string,
    place: ArchiveLocation | string,
    { number, isChange }: { number: number; isChange: boolean },
  ): void {
    if (number === 0) return;
    const found = this.#reasons.get(reason) ?? { count: 0, places: [], isChange };
    this.#reasons.set(reason, found);
    found.count += number;
    if (found.places.length < PLACES) found.places.push(typeof place === "string" ? place : formatLocation(place));
  }

  #of(kind: string): { in: number; out: number } {
    const found = this.#counts.get(kind) ?? { in: 0, out: 0 };
    this.#counts.set(kind, found);
    return found;
  }
}

const formatLocation = ({ member, line }: ArchiveLocation) => (line === undefined ? member : `${member}:${line}`);
