import type { MessageId } from "../../protocol/ids.ts";
import type { Realm } from "../../realm/realm.ts";
import { releaseClaims } from "../attachments/claims.ts";
import { removePlaces } from "../conversations/changes.ts";
import { removeSteps } from "../widgets/widgets.ts";
import { deleteAllFlags, deleteContents, deleteWildcards } from "./change-rows.ts";
import { messagesRemovedHook } from "./hooks.ts";

/**
 * Removes messages for good; telling it is for the caller. Their content must be in the realm, where old content has to
 * be brought back to: only what is deleted there is deleted in the bulk store.
 */
export function removeMessages(realm: Realm, messages: readonly MessageId[]): void {
  for (const removed of realm.ask(messagesRemovedHook)) removed(realm, messages);
  releaseClaims(realm, messages);
  removeSteps(realm, messages);
  const ids = JSON.stringify(messages);
  for (const remove of [deleteContents, deleteAllFlags, deleteWildcards]) remove.run(realm.sql, { ids });
  removePlaces(realm, messages);
}
