import type { ArchiveRow, TableName } from "../../../../archive/tables.ts";

/** The accounts and channels without which a row says nothing. */
export function namedBy(row: ArchiveRow<TableName>): {
  readonly users: readonly number[];
  readonly channels: readonly number[];
} {
  return {
    users: [
      ...("user_id" in row ? [row.user_id] : []),
      ...("sender_id" in row ? [row.sender_id] : []),
      ...("muted_user_id" in row ? [row.muted_user_id] : []),
      ...("sender_id" in row && "members" in row ? row.members : []),
    ],
    channels: "channel_id" in row ? [row.channel_id] : [],
  };
}
