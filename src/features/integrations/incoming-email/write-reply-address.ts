import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { replyAddress } from "./mail-address.ts";
import { replyToken } from "./reply-tokens.ts";

/** Returns the address for replying to a notification, or undefined if this server receives no email. */
export const replyAddressFor = (realm: Realm, user: UserId, newest: MessageIndexRow): string | undefined =>
  realm.config.mailIn === null ? undefined : replyAddress(realm.config.mailIn, replyToken(realm, user, newest));
