import type { TableName, WrittenRow } from "../../archive-format/tables.ts";
import type { GroupSettingValue } from "../../protocol/group-setting-value.ts";
import type { SystemGroupName } from "../../protocol/roles.ts";
import type { Conversion } from "../conversion.ts";
import { writeRow } from "../write-row.ts";
import type { Row } from "./row.ts";
import { knownColumns } from "./tables.ts";
import type { ZulipArchive } from "./zulip-archive.ts";

export const REALM = "realm.json";

/** The destination of messages, from Zulip's recipient table. */
interface Recipient {
  /** 1 is a user, 2 a channel, 3 a group. */
  readonly type: number;
  readonly typeId: number;
}

/** A Zulip export during conversion. Collects data from earlier tables that later ones need. */
export class ZulipImport {
  readonly users = new Set<number>();
  /**
   * Last message for which Zulip wrote a receipt, by long-idle user. It writes later ones only when the user returns.
   */
  readonly idleSince = new Map<number, number>();
  readonly deactivated = new Set<number>();
  readonly channels = new Map<number, { readonly isHistoryShared: boolean }>();
  readonly folders = new Set<number>();
  readonly emoji = new Set<number>();
  readonly recipients = new Map<number, Recipient>();
  /** The members of group conversations, by recipient id. */
  readonly conversations = new Map<number, number[]>();
  readonly clients = new Map<number, string>();
  readonly groups = new Map<number, GroupSettingValue>();
  readonly systemGroups = new Map<string, number>();
  #files = 0;

  constructor(
    readonly archive: ZulipArchive,
    readonly conversion: Conversion,
  ) {}

  nextFileId(): number {
    this.#files += 1;
    return this.#files;
  }

  systemGroup(name: SystemGroupName | undefined): number | undefined {
    return name === undefined ? undefined : this.systemGroups.get(name);
  }

  userIn(row: Row, column: string): number | undefined {
    const id = row.id(column);
    return id !== undefined && this.users.has(id) ? id : undefined;
  }

  channelIn(row: Row, column: string): number | undefined {
    const id = row.id(column);
    return id !== undefined && this.channels.has(id) ? id : undefined;
  }

  channelOf(recipient: number | undefined): number | undefined {
    const found = recipient === undefined ? undefined : this.recipients.get(recipient);
    return found?.type === 2 && this.channels.has(found.typeId) ? found.typeId : undefined;
  }

  /**
   * Yields the rows of a table. For duplicate ids, only the first row is yielded. If `as` is given, counts the rows as
   * that kind.
   */
  async *rows(table: string, { member = REALM, as }: { member?: string; as?: TableName } = {}): AsyncGenerator<Row> {
    const { report } = this.conversion;
    const known = new Set(knownColumns[table] ?? []);
    const strange = new Set<string>();
    const ids = new Set<number>();
    for await (const row of this.archive.rows(member, table, (place) => report.leftOut("no row, or too long", place))) {
      if (as !== undefined) report.read(as);
      for (const column of known.size > 0 ? Object.keys(row.values) : []) {
        if (known.has(column) || strange.has(column)) continue;
        strange.add(column);
        report.leftOut("unknown column", `${table}.${column}`);
      }
      const id = row.id();
      if (id !== undefined && ids.has(id)) report.leftOut(`${table}: doubled id`, row.place);
      else yield row;
      if (id !== undefined) ids.add(id);
    }
  }

  leaveOut(row: Row | string, reason: string): void {
    this.conversion.report.leftOut(reason, typeof row === "string" ? row : row.place);
  }

  async write<Name extends TableName>(table: Name, row: WrittenRow<Name>, place: string): Promise<boolean> {
    return await writeRow(this.conversion, table, { row, place });
  }
}
