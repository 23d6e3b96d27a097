import type { MessageId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { releaseClaims } from "../attachments/claims.ts";
import { removePlaces } from "../conversations/changes.ts";
import { removeSteps } from "../widgets/widgets.ts";
import { deleteAllFlags, deleteWildcards } from "./change-rows.ts";
import { messagesRemovedHook } from "./hooks.ts";
import { messagesInBulk } from "./rows.ts";

/** Removes messages for good, from both stores; telling it is for the caller. */
export function removeMessages(realm: Realm, messages: readonly MessageId[]): void {
  for (const removed of realm.ask(messagesRemovedHook)) removed(realm, messages);
  releaseClaims(realm, messages);
  removeSteps(realm, messages);
  const ids = JSON.stringify(messages);
  realm.shipper.remove(messagesInBulk, messages);
  for (const remove of [deleteAllFlags, deleteWildcards]) remove.run(realm.sql, { ids });
  removePlaces(realm, messages);
}
