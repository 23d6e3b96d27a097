import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { flagsOfMessage } from "../store/change-rows.ts";

/** All users' bits of one message; where there are none, all flags follow from the message itself. */
export const flagBitsOf = (realm: Realm, message: MessageId): ReadonlyMap<UserId, number> =>
  new Map(flagsOfMessage.all(realm.sql, { message }).map(({ user_id, flags }) => [user_id, flags]));
