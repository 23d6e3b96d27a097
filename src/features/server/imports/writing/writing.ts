import type { Place } from "../../../../archive/archive-error.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { ArchiveFacts } from "../archive-facts.ts";
import { ImportReport } from "../import-report.ts";
import type { Position } from "../position.ts";
import { type ImportRow, setProgress } from "../rows.ts";
import { addId, type IdKind, idsOf } from "./id-maps.ts";

/** One step of an import that writes: what its writers need, and how far the import will have come. */
export class Writing {
  readonly realm: Realm;
  readonly row: ImportRow;
  readonly facts: ArchiveFacts;
  readonly report: ImportReport;
  readonly #position: Position;
  readonly #owned = new Map<string, number>();

  constructor(
    realm: Realm,
    { row, facts, position }: { readonly row: ImportRow; readonly facts: ArchiveFacts; readonly position: Position },
  ) {
    this.realm = realm;
    this.row = row;
    this.facts = facts;
    this.report = new ImportReport(row.report, row.id);
    this.#position = position;
  }

  /** What is added to the archive's ids of messages. */
  get offset(): number {
    const { first_message, before_message } = this.row;
    return first_message === 0 ? 0 : before_message + 1 - first_message;
  }

  /** The id of a message of the archive; undefined where the archive can have none of that id. */
  message(archiveId: number): number | undefined {
    const { first_message, last_message } = this.row;
    return archiveId >= first_message && archiveId <= last_message ? archiveId + this.offset : undefined;
  }

  /** The ids that messages of the archive have from now on. */
  get messageRange(): { readonly first: number; readonly last: number } {
    const { before_message, first_message, last_message } = this.row;
    return { first: before_message + 1, last: before_message + 1 + Math.max(0, last_message - first_message) };
  }

  ids(kind: IdKind): ReadonlyMap<number, number> {
    return idsOf(this.realm, kind);
  }

  /** The id that something of the archive has now; undefined where it was left out. */
  id(kind: IdKind, archiveId: number | null | undefined): number | undefined {
    return archiveId === null || archiveId === undefined ? undefined : this.ids(kind).get(archiveId);
  }

  addId(kind: IdKind, archiveId: number, id: number): void {
    addId(this.realm, kind, archiveId, id);
  }

  /** How many rows of a table belong to an account; counted once a step, and one more for each that is about to come. */
  owned(table: string, user: number, count: () => number): number {
    const key = `${table} ${user}`;
    const number = this.#owned.get(key) ?? count();
    this.#owned.set(key, number + 1);
    return number;
  }

  leftOut(reason: string, place: Place | string): void {
    this.report.leftOut(reason, place);
  }

  /** Whether a time is one at which something can have happened. */
  isPossible(time: number): boolean {
    return time >= 0 && time <= this.realm.seconds() + 86_400;
  }

  toPhase(position: Position | undefined): void {
    if (position !== undefined) this.at(position, 0);
  }

  /** Goes on within the phase. */
  toPosition(change: Partial<Position>, done: number): void {
    this.at({ ...this.#position, ...change }, done);
  }

  get position(): Position {
    return this.#position;
  }

  /** Says how far the import has come with this step. */
  at(position: Position, done: number): void {
    const { id } = this.row;
    setProgress.run(this.realm.sql, { id, position: JSON.stringify(position), done, report: String(this.report) });
  }
}
