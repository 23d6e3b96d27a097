import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { before, DAY } from "../../../../util/time.ts";
import { deleteOldSentMessages, insertSentMessage, selectSentMessage } from "../store/rows.ts";
import type { LocalEcho } from "./emit-message.ts";

/** How long, and for how many messages since, a client may repeat what it is not sure to have sent. */
const REMEMBERED = DAY;
const REMEMBERED_MESSAGES = 10_000;

/** The message that a client has sent before under the same name of its own. */
export const sentMessageId = (realm: Realm, user: UserId, echo: LocalEcho): MessageId | undefined =>
  selectSentMessage.first(realm.sql, { user, ...echo })?.message_id;

export function rememberSentMessage(realm: Realm, user: UserId, echo: LocalEcho, message: MessageId): void {
  const now = realm.seconds();
  deleteOldSentMessages.run(realm.sql, { before: before(now, REMEMBERED), floor: message - REMEMBERED_MESSAGES });
  insertSentMessage.run(realm.sql, { message, user, ...echo, sent_at: now });
}
