import type { MessageId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { removePlaces } from "../../../conversations/message-places.ts";
import { releaseClaims } from "../../../files/attachments/claims.ts";
import { removeSubmessages } from "../../widgets/widgets.ts";
import { messagesRemovedHook } from "../hooks.ts";
import { deleteFlagsOfMessages, deleteWildcardMentions, selectFirstBeyond } from "./change-rows.ts";
import { messagesInBulk } from "./rows.ts";

/** Maximum flag rows deleted in one change. A message that mentions thousands of users has thousands. */
const MAX_ROWS = 50_000;

/** Returns the oldest or newest messages that one change can delete with their flag rows, at least one. */
export function removableAtOnce(
  realm: Realm,
  places: readonly MessageIndexRow[],
  from: "oldest" | "newest",
): readonly MessageIndexRow[] {
  const ids = JSON.stringify(places.map(({ id }) => id));
  const end = selectFirstBeyond[from].first(realm.sql, { ids, most: MAX_ROWS })?.message_id;
  if (end === undefined) return places;
  const some = places.filter(({ id }) => (from === "oldest" ? id < end : id > end));
  return some.length > 0 ? some : places.filter(({ id }) => id === end);
}

/** Permanently deletes messages from the realm and D1. The caller emits the event. */
export function removeMessages(realm: Realm, messages: readonly MessageId[]): void {
  realm.run(messagesRemovedHook, messages);
  releaseClaims(realm, messages);
  removeSubmessages(realm, messages);
  realm.shipper.remove(messagesInBulk, messages);
  deleteFlagsOfMessages(realm, messages);
  deleteWildcardMentions(realm, messages);
  removePlaces(realm, messages);
}
