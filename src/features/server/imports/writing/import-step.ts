import type { ArchiveLocation } from "../../../../archive-format/archive-error.ts";
import type { ArchiveRow, TableName } from "../../../../archive-format/tables.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { ImportContext, Later, NamedFile } from "../../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { placeOfMessage } from "../../../conversations/conversations.ts";
import { isMessageNoted, noteMessages } from "../checking/message-ids.ts";
import { ImportReport } from "../import-object.ts";
import { archiveOf, messageOffset, messageRange, rowsBefore } from "../imports.ts";
import type { ArchiveFacts, Position } from "../position.ts";
import { rewriteReferences, uploadPathsIn } from "../reading/rewrite-references.ts";
import { secretName, uploadPathOf } from "../reading/stored-archive.ts";
import type { ImportRow } from "../rows.ts";
import * as rows from "../rows.ts";
import { addId, importedIds, rewritingOf } from "./id-maps.ts";
import { NotedNames } from "./noted.ts";

/** Offset of the ids that a check assigns to new rows. It is larger than any id of the organization. */
const CHECKED = 2 ** 40;

export interface At {
  readonly row: ImportRow;
  readonly facts: ArchiveFacts;
  readonly position: Position;
}

/** A step of an import or check. Writers use it as their context, and it stores the progress after the step. */
export class ImportStep implements ImportContext {
  readonly realm: Realm;
  readonly row: ImportRow;
  readonly facts: ArchiveFacts;
  readonly report: ImportReport;
  readonly noted: NotedNames;
  readonly later: Later;
  readonly position: Position;

  constructor(realm: Realm, { row, facts, position }: At) {
    this.realm = realm;
    this.row = row;
    this.facts = facts;
    this.report = new ImportReport(row.report, row.id);
    this.noted = new NotedNames(realm);
    const { sql } = realm;
    this.later = {
      put: (kind, id, value) => rows.insertLater.run(sql, { kind, id, value }),
      of: (kind, id) => rows.laterOf.first(sql, { kind, id })?.value,
      all: (kind) => rows.laterOfKind.all(sql, { kind }),
    };
    this.position = position;
  }

  get writes(): boolean {
    return this.row.state === "running";
  }

  get importer(): UserId {
    return this.row.user_id;
  }

  get program(): string {
    return this.facts.program;
  }

  get offset(): number {
    return messageOffset(this.row);
  }

  message(archiveId: number): number | undefined {
    const { first_message, last_message } = this.row;
    return archiveId >= first_message && archiveId <= last_message ? archiveId + this.offset : undefined;
  }

  messageUpTo(archiveId: number): number {
    const { first_message, last_message } = this.row;
    return archiveId < first_message ? 0 : Math.min(archiveId, last_message) + this.offset;
  }

  get messageRange(): { readonly first: number; readonly last: number } {
    return messageRange(this.row);
  }

  get hasMessages(): boolean {
    return this.row.last_message > 0;
  }

  ids(kind: string): ReadonlyMap<number, number> {
    return importedIds(this.realm, kind);
  }

  id(kind: string, archiveId: number | null | undefined): number | undefined {
    return archiveId === null || archiveId === undefined ? undefined : this.ids(kind).get(archiveId);
  }

  addId(kind: string, archiveId: number, id: number): void {
    addId(this.realm, kind, archiveId, id);
  }

  removeId(kind: string, id: number): void {
    rows.deleteId.run(this.realm.sql, { kind, id });
  }

  made(kind: string, archiveId: number, insert: () => number): number {
    const id = this.writes ? insert() : CHECKED + archiveId;
    this.addId(kind, archiveId, id);
    return id;
  }

  isPlanned(id: number): boolean {
    return id >= CHECKED;
  }

  hasMessage(archiveId: number): boolean {
    if (!this.writes) return isMessageNoted(this.realm, archiveId);
    const id = this.message(archiveId);
    return id !== undefined && placeOfMessage(this.realm, id) !== undefined;
  }

  /** Records messages. Also stores the first and last id, so that the import can reserve the ids between them. */
  noteMessages(read: readonly number[], accepted: readonly number[]): void {
    noteMessages(this.realm, accepted);
    if (read.length === 0) return;
    const { id, first_message, last_message } = this.row;
    const isFirst = this.position.piece === 0 && this.position.line === 0;
    rows.setMessages.run(this.realm.sql, {
      id,
      first: isFirst || first_message === 0 ? Math.min(...read) : Math.min(first_message, ...read),
      last: isFirst ? Math.max(...read) : Math.max(last_message, ...read),
    });
  }

  addFile({ about, ...file }: NamedFile): void {
    rows.insertFile.run(this.realm.sql, { ...file, about: about === "done" ? about : JSON.stringify(about) });
  }

  hasFile(member: string): boolean {
    return rows.fileOfMember.first(this.realm.sql, { member }) !== undefined;
  }

  secretName(thing: string): string {
    return secretName(archiveOf(this.realm, this.row).prefix, thing);
  }

  uploadPath(path: string): string {
    return uploadPathOf(archiveOf(this.realm, this.row), path);
  }

  rewritten(text: string): string {
    const { maps } = rewritingOf(this.realm, this.row, this.facts);
    return rewriteReferences(text, { maps, uploadPath: (path) => this.uploadPath(path) });
  }

  uploadsIn(text: string): string[] {
    // An import has already rewritten the texts to the new paths.
    if (this.writes) return uploadPathsIn(text, this.realm.url);
    const { origin } = this.facts;
    return uploadPathsIn(text, origin).map((path) => this.uploadPath(path));
  }

  before(table: string): readonly Readonly<Record<string, unknown>>[] {
    return rowsBefore(this.realm, table);
  }

  accepted<Name extends TableName>(table: Name): ArchiveRow<Name>[] {
    return rows.keptRows(this.realm, table);
  }

  wrote(table: TableName): void {
    this.report.wrote(table);
  }

  tookBack(table: TableName): void {
    this.report.tookBack(table);
  }

  leftOut(reason: string, place: ArchiveLocation | string): void {
    this.report.leftOut(reason, place);
  }

  isPossible(time: number): boolean {
    return time >= 0 && time <= this.realm.seconds() + 86_400;
  }

  toPhase(position: Position | undefined): void {
    if (position !== undefined) this.at(position, 0);
  }

  /** Stores progress within the current phase. */
  toPosition(change: Partial<Position>, done: number): void {
    this.at({ ...this.position, ...change }, done);
  }

  /** Sets the import's progress after this step. */
  at(position: Position, done: number): void {
    const { id } = this.row;
    this.noted.keep();
    rows.setProgress.run(this.realm.sql, { id, position: JSON.stringify(position), done, report: String(this.report) });
  }
}
