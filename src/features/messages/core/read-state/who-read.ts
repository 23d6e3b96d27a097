import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex, receiversOf } from "../../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../../conversations/conversations.ts";
import { mutersOf } from "../../../people/muted-users/muted-users.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { selectUsersFlagged } from "../store/rows.ts";
import { quietMessages } from "./quiet-messages.ts";
import { includes } from "./read-state.ts";
import { decodeIds } from "./read-state-store.ts";
import { selectReadStatesOfUsers } from "./rows.ts";

/** Returns the users who have read a message, among those who received it or have it as `historical`. */
export function readersOf(realm: Realm, place: MessageIndexRow): UserId[] {
  const { now, past } = receiversOfMessage(realm, place);
  const historical = selectUsersFlagged.all(realm.sql, { message: place.id, flag: PersonalFlag.historical });
  const muters = mutersOf(realm, place.sender_id);
  const isQuiet = quietMessages(realm).ids.has(place.id);
  const receiving = new Set(now.filter((user) => !muters.has(user)));
  const users = [...new Set([...now, ...past, ...historical.map((row) => row.user_id)])];
  return selectReadStatesOfUsers
    .all(realm.sql, { users: JSON.stringify(users), conversation: place.conversation_id })
    .filter(({ user_id, low, read, unread }) => {
      if (lists(unread, place.id)) return false;
      return isQuiet || !receiving.has(user_id) || place.id <= low || lists(read, place.id);
    })
    .map((row) => row.user_id);
}

/** Returns the users who received a message: those who still receive messages there, and those who no longer do. */
function receiversOfMessage(realm: Realm, { id, conversation_id }: MessageIndexRow) {
  const channel = channelIndex(realm).byConversation.get(conversation_id);
  if (channel !== undefined) return receiversOf(realm, channel.id, id);
  return { now: membersOfConversation(realm, conversation_id), past: [] };
}

const lists = (packed: ArrayBuffer | null, id: number): boolean =>
  packed !== null && packed.byteLength > 0 && includes(decodeIds(new Uint8Array(packed)), id);
