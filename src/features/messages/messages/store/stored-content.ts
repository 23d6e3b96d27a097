import type { MessageId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { MessagePlace } from "../../../conversations/conversations.ts";
import { sentTimes } from "./change-rows.ts";
import { type ContentRow, contentOf } from "./rows.ts";

/** A message's content, if the realm still holds it: it keeps only that of the newest messages. */
export const contentInRealm = (realm: Realm, { id }: Pick<MessagePlace, "id">): ContentRow | undefined =>
  contentOf.first(realm.sql, { id });

/** When messages were sent, of those whose content the realm holds. */
export const sentTimesOf = (realm: Realm, ids: readonly number[]): ReadonlyMap<MessageId, number> =>
  new Map(sentTimes.all(realm.sql, { ids: JSON.stringify(ids) }).map(({ id, sent_at }) => [id, sent_at]));
