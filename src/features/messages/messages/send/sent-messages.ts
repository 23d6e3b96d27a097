import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { before, DAY } from "../../../../util/time.ts";
import { forgetSent, insertSent, sentBefore } from "../store/rows.ts";
import type { Echo } from "./tell-message.ts";

/** How long, and for how many messages since, a client may repeat what it is not sure to have sent. */
const REMEMBERED = DAY;
const REMEMBERED_MESSAGES = 10_000;

/** The message that a client has sent before under the same name of its own. */
export const sentAlready = (realm: Realm, user: UserId, echo: Echo): MessageId | undefined =>
  sentBefore.first(realm.sql, { user, ...echo })?.message_id;

export function rememberSent(realm: Realm, user: UserId, echo: Echo, message: MessageId): void {
  const now = realm.seconds();
  forgetSent.run(realm.sql, { before: before(now, REMEMBERED), floor: message - REMEMBERED_MESSAGES });
  insertSent.run(realm.sql, { message, user, ...echo, sent_at: now });
}
