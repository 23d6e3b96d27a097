import type { BulkReader } from "../../../../database/bulk-reader.ts";
import { keyOf } from "../../../../database/bulk-table.ts";

/** The text of a message from D1, for messages that may be so old that the realm does not hold their rows. */
export async function fetchContent({ realm, database }: BulkReader, message: number): Promise<string | undefined> {
  const query = database.prepare("SELECT content FROM messages WHERE key = ?1").bind(keyOf(realm, message));
  return (await query.first<{ content: string }>())?.content;
}
