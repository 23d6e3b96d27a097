import type { BulkReader } from "../../../../database/bulk-reader.ts";
import { keyOf } from "../../../../database/bulk-table.ts";

/** The text of a message that is so old that the realm does not have it. */
export async function fetchContent({ realm, database }: BulkReader, message: number): Promise<string | undefined> {
  const query = database.prepare("SELECT content FROM messages WHERE key = ?1").bind(keyOf(realm, message));
  return (await query.first<{ content: string }>())?.content;
}
