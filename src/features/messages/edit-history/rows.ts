import type { BulkReader } from "../../../database/bulk-reader.ts";
import { bulkRowId } from "../../../database/bulk-table.ts";
import type { Seconds } from "../../../util/time.ts";

/** Columns needed to build a message's edit history. */
export interface EditedRow {
  readonly id: number;
  readonly sender_id: number;
  readonly sent_at: Seconds;
  readonly channel_id: number | null;
  readonly topic: string;
  readonly content: string;
  readonly html: string;
  readonly edit_history: string | null;
}

export async function fetchEdited({ realm, database }: BulkReader, id: number): Promise<EditedRow | undefined> {
  const row = await database
    .prepare(
      "SELECT id, sender_id, sent_at, channel_id, topic, content, html, edit_history FROM messages WHERE key = ?1",
    )
    .bind(bulkRowId(realm, id))
    .first<EditedRow>();
  return row ?? undefined;
}
