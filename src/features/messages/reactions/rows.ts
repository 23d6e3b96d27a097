import type { BulkTable } from "../../../database/bulk-table.ts";
import { statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { unshippedTriggers } from "../../../realm/replication/shipping-tables.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";

export const reactionsInBulk: BulkTable = {
  name: "reactions",
  key: ["message_id", "reaction_type", "emoji_code", "user_id"],
  columns: ["message_id", "reaction_type", "emoji_code", "user_id", "emoji_name", "seq"],
  integerKey: false,
};

export const schema = [
  `CREATE TABLE reactions (
     message_id INTEGER NOT NULL,
     reaction_type TEXT NOT NULL,
     emoji_code TEXT NOT NULL,
     user_id INTEGER NOT NULL,
     -- The emoji's name as given by the first user of this reaction.
     emoji_name TEXT NOT NULL,
     -- Order among a message's reactions.
     seq INTEGER NOT NULL,
     PRIMARY KEY (message_id, reaction_type, emoji_code, user_id)
   ) STRICT, WITHOUT ROWID;
   ${unshippedTriggers(reactionsInBulk)}
   -- Users who have reacted in a topic, and how often. Counted here, because a topic can have many messages.
   CREATE TABLE topic_reactors (
     topic_id INTEGER NOT NULL, user_id INTEGER NOT NULL, times INTEGER NOT NULL, PRIMARY KEY (topic_id, user_id)
   ) STRICT, WITHOUT ROWID;
   CREATE TRIGGER reactors_come AFTER INSERT ON reactions BEGIN
     INSERT INTO topic_reactors (topic_id, user_id, times)
       SELECT topic_id, new.user_id, 1 FROM message_index WHERE id = new.message_id AND topic_id IS NOT NULL
       ON CONFLICT (topic_id, user_id) DO UPDATE SET times = times + 1;
   END;
   CREATE TRIGGER reactors_go AFTER DELETE ON reactions BEGIN
     UPDATE topic_reactors SET times = times - 1
       WHERE user_id = old.user_id AND topic_id = (SELECT topic_id FROM message_index WHERE id = old.message_id);
     DELETE FROM topic_reactors
       WHERE user_id = old.user_id AND topic_id = (SELECT topic_id FROM message_index WHERE id = old.message_id)
         AND times <= 0;
   END;
   CREATE TRIGGER reactors_move AFTER UPDATE OF topic_id ON message_index
   WHEN EXISTS (SELECT 1 FROM reactions WHERE message_id = new.id) BEGIN
     UPDATE topic_reactors SET times = times -
         (SELECT count(*) FROM reactions r WHERE r.message_id = new.id AND r.user_id = topic_reactors.user_id)
       WHERE topic_id = old.topic_id AND user_id IN (SELECT user_id FROM reactions WHERE message_id = new.id);
     DELETE FROM topic_reactors
       WHERE topic_id = old.topic_id AND user_id IN (SELECT user_id FROM reactions WHERE message_id = new.id)
         AND times <= 0;
     INSERT INTO topic_reactors (topic_id, user_id, times)
       SELECT new.topic_id, user_id, count(*) FROM reactions WHERE message_id = new.id GROUP BY user_id
       ON CONFLICT (topic_id, user_id) DO UPDATE SET times = times + excluded.times;
   END;`,
];

type Emoji = { message: number; reaction_type: string; emoji_code: string };
type Reaction = Emoji & { user: number };
/** The code up to its first dash. Codes that start with it form a range of the primary key. */
const codePrefix = "substr(:emoji_code, 1, instr(:emoji_code || '-', '-') - 1)";
/** Matches a current emoji code with rows that have the same code, or an older form of it with `-fe0f`. */
const same = `message_id = :message AND reaction_type = :reaction_type
  AND emoji_code >= ${codePrefix} AND emoji_code < ${codePrefix} || '.'
  AND replace(emoji_code, '-fe0f', '') = :emoji_code`;

export const firstReaction = statement<Emoji, { emoji_name: string }>(
  `SELECT emoji_name FROM reactions WHERE ${same} ORDER BY seq LIMIT 1`,
);
export const ownReaction = statement<Reaction, { one: number }>(
  `SELECT 1 AS one FROM reactions WHERE user_id = :user AND ${same}`,
);
export const ownReactionNamed = statement<
  { message: number; user: number; reaction_type: string; emoji_name: string },
  { emoji_code: string }
>(
  `SELECT emoji_code FROM reactions
   WHERE message_id = :message AND reaction_type = :reaction_type AND user_id = :user AND emoji_name = :emoji_name`,
);
export const ownReactions = statement<{ message: number; user: number }, { count: number }>(
  "SELECT count(*) AS count FROM reactions WHERE message_id = :message AND user_id = :user",
);
export const reactionsOfUser = statement<
  { user: number; first: number; last: number },
  { message_id: number; emoji_name: string; emoji_code: string; reaction_type: string }
>(
  `SELECT message_id, emoji_name, emoji_code, reaction_type FROM reactions
   WHERE message_id BETWEEN :first AND :last AND user_id = :user ORDER BY message_id, seq`,
);
export const insertReaction = statement<Reaction & { emoji_name: string }>(
  `INSERT INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, seq)
   SELECT CAST(:message AS INTEGER), :reaction_type, :emoji_code, CAST(:user AS INTEGER), :emoji_name,
     coalesce((SELECT max(seq) FROM reactions WHERE message_id = :message), 0) + 1`,
);
export const deleteReaction = statement<Reaction, { emoji_name: string }>(
  `DELETE FROM reactions WHERE user_id = :user AND ${same} RETURNING emoji_name`,
);
export const deleteReactionsTo = deletionByMessages("reactions");
/** A user's reactions to messages between two ids, excluding the first. */
export const reactionsBetween = statement<
  { user: number; after: number; up_to: number; most: number },
  { message_id: MessageId; emoji_code: string; reaction_type: Emoji["reaction_type"] }
>(
  `SELECT message_id, emoji_code, reaction_type FROM reactions
   WHERE message_id > :after AND message_id <= :up_to AND user_id = :user ORDER BY message_id LIMIT :most`,
);
export const reactorsInTopic = statement<{ topic: number }, { user_id: UserId }>(
  "SELECT user_id FROM topic_reactors WHERE topic_id = :topic",
);
