import type { MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { outsidePeople } from "../../organization/accounts/outside-access.ts";
import { forgetSeen } from "./outside-people.ts";

/**
 * Makes the clients of people outside who see part of a move register again. Its event would name topics or channels
 * that their link doesn't open, so they don't get it.
 */
export function afterMoves(realm: Realm, _messages: readonly MessageId[], changesChannel: boolean): void {
  forgetSeen(realm);
  for (const [user, { topic }] of outsidePeople(realm)) if (changesChannel || topic !== null) realm.endQueuesOf(user);
}
