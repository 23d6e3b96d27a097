import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, inMilliseconds, seconds } from "../../../util/time.ts";
import { settingsOfMany } from "../../organization/accounts/accounts.ts";
import { sentTimesOf } from "../core/store/stored-content.ts";
import { isActive } from "../push-notifications/reasons.ts";
import { addToBatches, deleteOldestMissed, insertMissed, setMessages } from "./rows.ts";

/** Fires when the first waiting email is due. */
export const DUE_TIMER = "letters-due";

const PERIOD = "email_notifications_batching_period_seconds";
/** Rows beyond the limit are deleted once there are this many. */
const TRIM_MARGIN = 50;

/**
 * Queues a message for emails to users. All of a user's queued messages are due at the same time: after the user's
 * chosen period, counted from the first message.
 */
export function letWait(realm: Realm, message: MessageId, users: readonly UserId[]): void {
  if (users.length === 0) return;
  const sent = sentTimesOf(realm, [message]).get(message) ?? realm.seconds();
  const settingsFor = settingsOfMany(realm, users, [PERIOD]);
  insertMissed.run(realm.sql, {
    message,
    sent_at: sent,
    users: JSON.stringify(users.map((user) => [user, Number(isActive(realm, user))])),
  });
  const dueAt = users.map((user) => [user, after(sent, seconds(settingsFor(user)[PERIOD]))]);
  const batches = addToBatches.all(realm.sql, { users: JSON.stringify(dueAt) });
  for (const { user_id: user, messages } of batches) {
    const keep = limits.account.missed_messages;
    if (messages <= keep + TRIM_MARGIN) continue;
    deleteOldestMissed.run(realm.sql, { user, keep });
    setMessages.run(realm.sql, { user, messages: keep });
  }
  const first = Math.min(...batches.map(({ due_at }) => due_at));
  realm.timers.setSooner(DUE_TIMER, inMilliseconds(seconds(first)));
}
