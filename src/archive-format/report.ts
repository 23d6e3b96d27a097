import { entryOf } from "../util/collections.ts";
import type { ArchiveLocation } from "./archive-error.ts";

/** Maximum number of places listed per reason in a report. */
const PLACES = 20;

interface Reason {
  readonly reason: string;
  readonly count: number;
  readonly places: readonly string[];
  /** Set if the items were copied with changes rather than left out. */
  readonly changed?: true;
}

interface ReportObject {
  /** For each kind, the number of items in the source, and the number written. */
  readonly counts: Readonly<Record<string, { readonly in: number; readonly out: number }>>;
  readonly left_out: readonly Reason[];
}

interface ReasonCount {
  count: number;
  readonly places: string[];
  readonly isChange: boolean;
}

/** Counts items read and written. For each reason that something was left out, keeps the first locations. */
export class Report {
  readonly #counts: Map<string, { in: number; out: number }>;
  readonly #reasons: Map<string, ReasonCount>;

  /** Continues an earlier report, if there is one. */
  constructor({ counts, left_out }: ReportObject = { counts: {}, left_out: [] }) {
    this.#counts = new Map(Object.entries(counts).map(([kind, count]) => [kind, { ...count }]));
    this.#reasons = new Map(
      left_out.map(({ reason, count, places, changed: isChange = false }) => [
        reason,
        { count, places: [...places], isChange },
      ]),
    );
  }

  read(kind: string, number = 1): void {
    this.#of(kind).in += number;
  }

  wrote(kind: string, number = 1): void {
    this.#of(kind).out += number;
  }

  /** Counts items that were left out. `reason` must be a constant string. Variable details go into `place`. */
  leftOut(reason: string, place: ArchiveLocation | string, number = 1): void {
    this.#note(reason, place, { number, isChange: false });
  }

  /** Counts items that were read, and left out for a reason that begins with their kind. `why` must be constant. */
  skipped(kind: string, why: string, place: ArchiveLocation | string, number = 1): void {
    this.read(kind, number);
    this.leftOut(`${kind}: ${why}`, place, number);
  }

  /** Counts an item that was copied, but altered. */
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
    const found = entryOf(this.#reasons, reason, () => ({ count: 0, places: [], isChange }));
    found.count += number;
    if (found.places.length < PLACES) found.places.push(typeof place === "string" ? place : formatLocation(place));
  }

  #of(kind: string): { in: number; out: number } {
    return entryOf(this.#counts, kind, () => ({ in: 0, out: 0 }));
  }
}

const formatLocation = ({ member, line }: ArchiveLocation) => (line === undefined ? member : `${member}:${line}`);
