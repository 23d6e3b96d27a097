import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import { type MessageId, toUserId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { selectFlagsOfMessage, selectWildcardMention } from "./change-rows.ts";
import type { MessageRecipients } from "./message-recipients.ts";
import { flagBitsOfUser, PersonalFlag } from "./personal-flags.ts";
import { selectWildcardMentionsAmong } from "./rows.ts";

const readUsers = stored("wildcard_mentions.users", v.array(v.number()), () => []);

export function mentionsOf(
  realm: Realm,
  message: MessageId,
): Pick<MessageRecipients, "mentioned" | "channelWildcard" | "topicWildcardUsers"> {
  const flagged = selectFlagsOfMessage.all(realm.sql, { message });
  const wildcard = selectWildcardMention.first(realm.sql, { message });
  const inTopic = wildcard?.users ?? null;
  return {
    mentioned: new Set(flagged.flatMap((row) => ((row.flags & PersonalFlag.mentioned) === 0 ? [] : [row.user_id]))),
    channelWildcard: wildcard !== undefined && inTopic === null,
    topicWildcardUsers: inTopic === null ? null : new Set(readUsers(inTopic, message).map(toUserId)),
  };
}

/** Returns which messages mention a user by name or in a group, and which by a wildcard. */
export function mentionsFor(realm: Realm, user: UserId, messages: readonly MessageId[]) {
  const flags = flagBitsOfUser(realm, user, messages);
  const wildcards = selectWildcardMentionsAmong.all(realm.sql, { user, ids: JSON.stringify(messages) });
  return {
    named: new Set(messages.filter((id) => ((flags.get(id) ?? 0) & PersonalFlag.mentioned) !== 0)),
    byWildcard: new Set(wildcards.map((row) => row.message_id)),
  };
}
