import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { before, DAY } from "../../../../util/time.ts";
import { deleteOldSentMessages, insertSentMessage, selectSentMessage } from "../store/rows.ts";
import type { LocalEcho } from "./emit-message.ts";

/**
 * For how long, and for how many newer messages, a request to send a message can be repeated without sending it again.
 */
const REMEMBERED = DAY;
const REMEMBERED_MESSAGES = 10_000;

/** The message that was sent before for the same local_id of the same queue. */
export const sentMessageId = (realm: Realm, user: UserId, localEcho: LocalEcho): MessageId | undefined =>
  selectSentMessage.first(realm.sql, { user, ...localEcho })?.message_id;

/** Remembers for which local_id a message was sent. */
export function rememberSentMessage(realm: Realm, user: UserId, localEcho: LocalEcho, message: MessageId): void {
  const now = realm.seconds();
  deleteOldSentMessages.run(realm.sql, { before: before(now, REMEMBERED), floor: message - REMEMBERED_MESSAGES });
  insertSentMessage.run(realm.sql, { message, user, ...localEcho, sent_at: now });
}
