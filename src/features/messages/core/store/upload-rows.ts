import { statement } from "../../../../database/statement.ts";
import type { ConversationId } from "../../../../protocol/ids.ts";
import { IS_HISTORICAL } from "./rows.ts";

/**
 * Tests whether two long sorted lists share a value, by a leapfrog join. It skips from a value of one list to the first
 * value of the other that isn't smaller, and back, until both are equal.
 */
const meeting = (first: { readonly claimed: string; readonly own: string }) => `WITH RECURSIVE
  hops (at, before, turn) AS (
    SELECT (${first.claimed} >= 1), NULL, 0
    UNION ALL
    SELECT CASE turn WHEN 0 THEN (${first.own} >= hops.at) ELSE (${first.claimed} >= hops.at) END, at, 1 - turn
    FROM hops WHERE at IS NOT NULL AND at IS NOT before
  )
  SELECT 1 AS one FROM hops WHERE at = before LIMIT 1`;

export const selectLinkInDirects = statement<{ attachment: number; user: number }, { one: number }>(
  meeting({
    claimed: `SELECT min(conversation_id) FROM attachment_claims
      WHERE attachment_id = :attachment AND is_direct = 1 AND conversation_id`,
    own: "SELECT min(conversation_id) FROM conversation_members WHERE user_id = :user AND conversation_id",
  }),
);

export const directsWithLink = statement<{ attachment: number; user: number }, { id: ConversationId }>(
  `SELECT DISTINCT conversation_id AS id FROM attachment_claims WHERE attachment_id = :attachment AND is_direct = 1
     AND conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = :user)`,
);

export const selectLinkInTopic = statement<
  { attachment: number; conversation: number; topic: number; from: number },
  { one: number }
>(
  `SELECT 1 AS one FROM attachment_claims c JOIN message_index i ON i.id = c.message_id
   WHERE c.attachment_id = :attachment AND c.is_direct = 0 AND c.conversation_id = :conversation
     AND c.message_id >= :from AND i.topic_id = :topic LIMIT 1`,
);

export const selectLinkAmongHistorical = statement<
  { attachment: number; conversation: number; user: number },
  { one: number }
>(
  meeting({
    claimed: `SELECT min(message_id) FROM attachment_claims
      WHERE attachment_id = :attachment AND is_direct = 0 AND conversation_id = :conversation AND message_id`,
    own: `SELECT min(message_id) FROM personal_flags WHERE user_id = :user AND ${IS_HISTORICAL} AND message_id`,
  }),
);
