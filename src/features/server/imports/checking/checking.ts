import type { Place } from "../../../../archive/archive-error.ts";
import type { ArchiveRow, TableName } from "../../../../archive/tables.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { ArchiveFacts } from "../archive-facts.ts";
import { ImportReport } from "../import-report.ts";
import { changeState } from "../imports.ts";
import { nextPhase, type Position } from "../position.ts";
import type { ReadLine } from "../reading/importer-port.ts";
import { deleteWorkings, type ImportRow, setMessages, setProgress } from "../rows.ts";
import { addId, type IdKind, idsOf } from "../writing/id-maps.ts";
import { LeftOut } from "../writing/table-writer.ts";
import { namedBy } from "./named-by.ts";

/** The kinds of things that rows of other tables name. */
const kinds: { readonly [Name in TableName]?: IdKind } = {
  users: "user",
  groups: "group",
  channels: "channel",
  profile_fields: "field",
  custom_emoji: "emoji",
  channel_folders: "folder",
  files: "file",
};

/** One step of a check: rows are read and counted as they would be imported, and nothing of the organization changes. */
export class Checking {
  readonly #realm: Realm;
  readonly #row: ImportRow;
  readonly #facts: ArchiveFacts;
  readonly #position: Position;
  readonly #report: ImportReport;

  constructor(
    realm: Realm,
    { row, facts, position }: { readonly row: ImportRow; readonly facts: ArchiveFacts; readonly position: Position },
  ) {
    this.#realm = realm;
    this.#row = row;
    this.#facts = facts;
    this.#position = position;
    this.#report = new ImportReport(row.report, row.id);
  }

  rows(table: TableName, lines: readonly ReadLine<ArchiveRow<TableName>>[], position: Position): void {
    if (table === "messages") this.#noteMessages(lines);
    for (const line of lines) {
      this.#report.read(table);
      const reason = "row" in line ? this.#problemOf(table, line.row) : LeftOut.invalid;
      if (reason === undefined) this.#report.wrote(table);
      else this.#report.leftOut(reason, withProblem(line));
    }
    this.#at(position, this.#row.done + lines.length);
  }

  endTable(table: TableName): void {
    this.#at(nextPhase(this.#facts, table) ?? this.#position, 0);
  }

  /** Everything has been read: an owner may start the import. */
  end(): void {
    const { id } = this.#row;
    for (const remove of deleteWorkings) remove.run(this.#realm.sql, {});
    setProgress.run(this.#realm.sql, { id, position: null, done: 0, report: String(this.#report) });
    changeState(this.#realm, this.#row, "checked");
    this.#realm.forgetAll();
  }

  /** The first and the last id of messages are known before the import begins, so that it can reserve those between. */
  #noteMessages(lines: readonly ReadLine<ArchiveRow<TableName>>[]): void {
    const ids = lines.flatMap((line) => ("row" in line && "sent_at" in line.row ? [line.row.id] : []));
    const [first] = ids;
    if (first === undefined) return;
    const known = { id: this.#row.id, first: this.#row.first_message, last: this.#row.last_message };
    const isFirst = this.#position.piece === 0 && this.#position.line === 0;
    setMessages.run(this.#realm.sql, {
      id: known.id,
      first: isFirst || known.first === 0 ? Math.min(...ids) : Math.min(known.first, ...ids),
      last: isFirst ? Math.max(...ids) : Math.max(known.last, ...ids),
    });
  }

  #problemOf(table: TableName, row: ArchiveRow<TableName>): string | undefined {
    const kind = kinds[table];
    if (kind !== undefined && "id" in row) {
      if (idsOf(this.#realm, kind).has(row.id)) return LeftOut.twice;
      addId(this.#realm, kind, row.id, row.id);
    }
    const { users, channels } = namedBy(row);
    if (users.some((id) => !idsOf(this.#realm, "user").has(id))) return LeftOut.unknownUser;
    if (channels.some((id) => !idsOf(this.#realm, "channel").has(id))) return LeftOut.unknownChannel;
    const isPossible = !("sent_at" in row) || row.sent_at <= this.#realm.seconds() + 86_400;
    return isPossible ? undefined : LeftOut.impossibleTime;
  }

  #at(position: Position, done: number): void {
    const { id } = this.#row;
    setProgress.run(this.#realm.sql, { id, position: JSON.stringify(position), done, report: String(this.#report) });
  }
}

const withProblem = (line: { readonly place: Place; readonly problem?: string }): string => {
  const { member, line: number } = line.place;
  const at = number === undefined ? member : `${member}:${number}`;
  return line.problem === undefined ? at : `${at} (${line.problem})`;
};
