import type { MessageId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { selectSentTimes } from "./change-rows.ts";
import { selectMessage } from "./rows.ts";
import type { StoredMessage } from "./stored-message.ts";

export { fetchContent, fetchMessages } from "./bulk-rows.ts";

/** Returns the row of a message if the realm holds it. The realm keeps only the newest messages. */
export const findMessageInRealm = (realm: Realm, { id }: Pick<MessageIndexRow, "id">): StoredMessage | undefined =>
  selectMessage.first(realm.sql, { id });

/** Returns when messages were sent. Messages whose rows the realm doesn't hold are left out. */
export const sentTimesOf = (realm: Realm, ids: readonly number[]): ReadonlyMap<MessageId, Seconds> =>
  new Map(selectSentTimes.all(realm.sql, { ids: JSON.stringify(ids) }).map(({ id, sent_at }) => [id, sent_at]));
