import type { Place } from "../../../../archive/archive-error.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { placeOfMessage } from "../../../conversations/public.ts";
import type { ArchiveFacts } from "../archive-facts.ts";
import { isMessageNoted } from "../checking/message-ids.ts";
import { ImportReport } from "../import-report.ts";
import type { Position } from "../position.ts";
import { type ImportRow, setProgress } from "../rows.ts";
import { addId, type IdKind, idsOf } from "./id-maps.ts";
import { Noted } from "./noted.ts";

/** While an archive is checked, new things have the archive's ids plus this number, which no id of the organization reaches. */
const CHECKED = 2 ** 40;

/**
 * One step of an import, or of a check, which does the same but writes nothing of the organization: what writers need, and
 * how far it will have come.
 */
export class Writing {
  readonly realm: Realm;
  readonly row: ImportRow;
  readonly facts: ArchiveFacts;
  readonly report: ImportReport;
  readonly noted: Noted;
  readonly #position: Position;

  constructor(
    realm: Realm,
    { row, facts, position }: { readonly row: ImportRow; readonly facts: ArchiveFacts; readonly position: Position },
  ) {
    this.realm = realm;
    this.row = row;
    this.facts = facts;
    this.report = new ImportReport(row.report, row.id);
    this.noted = new Noted(realm);
    this.#position = position;
  }

  /** Whether the organization is changed; else the archive is only checked. */
  get writes(): boolean {
    return this.row.state === "running";
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

  /** Gives something new of the archive an id, which `insert` makes. */
  made(kind: IdKind, archiveId: number, insert: () => number): number {
    const id = this.writes ? insert() : CHECKED + archiveId;
    this.addId(kind, archiveId, id);
    return id;
  }

  /** Whether an id is that of something new in a check, of which there are no rows. */
  isPlanned(id: number): boolean {
    return id >= CHECKED;
  }

  /** Whether the archive's message was, or would be, written. */
  hasMessage(archiveId: number): boolean {
    if (!this.writes) return isMessageNoted(this.realm, archiveId);
    const id = this.message(archiveId);
    return id !== undefined && placeOfMessage(this.realm, id) !== undefined;
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
    this.noted.keep();
    setProgress.run(this.realm.sql, { id, position: JSON.stringify(position), done, report: String(this.report) });
  }
}
