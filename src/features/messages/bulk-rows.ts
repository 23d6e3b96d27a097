import type { BulkReader } from "../../database/bulk-reader.ts";
import { keyOf, sqlKey } from "../../database/bulk-table.ts";
import type { Submessage } from "../widgets/widgets.ts";

/** What a page of messages needs besides their own rows, from D1. */
export interface ReactionRow {
  readonly message_id: number;
  readonly user_id: number;
  readonly reaction_type: string;
  readonly emoji_code: string;
  readonly emoji_name: string;
}

export interface ParticipantRow {
  readonly id: number;
  readonly bot_type: number | null;
  readonly email: string;
  readonly full_name: string;
}

interface Wanted {
  readonly messages: readonly number[];
  readonly users: readonly number[];
  readonly reactors: boolean;
}

interface Companions {
  readonly reactions: readonly ReactionRow[];
  readonly submessages: readonly Submessage[];
  readonly users: readonly ParticipantRow[];
}

/** What hangs on some messages, in the order in which it came, some users, and who reacted, if wanted: one trip. */
export async function fetchCompanions(
  { realm, database }: BulkReader,
  { messages, users, reactors }: Wanted,
): Promise<Companions> {
  if (messages.length === 0) return { reactions: [], submessages: [], users: [] };
  const [reactions, submessages, participants] = await database.batch([
    database
      .prepare(
        `SELECT message_id, user_id, reaction_type, emoji_code, emoji_name FROM reactions
         WHERE realm = ?1 AND message_id IN (SELECT value FROM json_each(?2)) ORDER BY message_id, seq`,
      )
      .bind(realm, JSON.stringify(messages)),
    database
      .prepare(
        `SELECT id, message_id, sender_id, msg_type, content FROM submessages
         WHERE realm = ?1 AND message_id IN (SELECT value FROM json_each(?2)) ORDER BY message_id, id`,
      )
      .bind(realm, JSON.stringify(messages)),
    database
      .prepare(
        `SELECT id, bot_type, email, full_name FROM users
         WHERE key IN (SELECT ${sqlKey("value")} FROM (SELECT value FROM json_each(?2) UNION
           SELECT user_id FROM reactions WHERE realm = ?1 AND message_id IN (SELECT value FROM json_each(?3))))`,
      )
      .bind(realm, JSON.stringify(users), JSON.stringify(reactors ? messages : [])),
  ]);
  return {
    reactions: (reactions?.results ?? []) as ReactionRow[],
    submessages: (submessages?.results ?? []) as unknown as Submessage[],
    users: (participants?.results ?? []) as ParticipantRow[],
  };
}

/** The text of a message that is so old that the realm does not have it. */
export async function fetchContent({ realm, database }: BulkReader, message: number): Promise<string | undefined> {
  const query = database.prepare("SELECT content FROM messages WHERE key = ?1").bind(keyOf(realm, message));
  return (await query.first<{ content: string }>())?.content;
}
