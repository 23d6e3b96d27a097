import type { BulkReader } from "../../database/bulk-reader.ts";
import { keyOf } from "../../database/bulk-table.ts";

/** The text of a message that is so old that the realm does not have it. */
export async function fetchContent({ realm, database }: BulkReader, message: number): Promise<string | undefined> {
  const row = await database
    .prepare("SELECT content FROM messages WHERE key = ?1")
    .bind(keyOf(realm, message))
    .first<{ content: string }>();
  return row?.content;
}
