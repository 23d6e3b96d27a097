import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels, receiversOf } from "../../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../../conversations/conversations.ts";
import { mutersOf } from "../../../people/muted-users/muted-users.ts";
import { PersonalFlag } from "../store/personal-flags.ts";
import { selectUsersFlagged } from "../store/rows.ts";
import { decodeIds } from "./id-list.ts";
import { includes } from "./read-state.ts";
import { selectReadStatesOfUsers } from "./rows.ts";

/** Who has read a message, of those whose own it is: because they received it, or because they did something with it. */
export function readersOf(realm: Realm, place: MessageIndexRow): UserId[] {
  const { now, past } = recipientsOf(realm, place);
  const owners = selectUsersFlagged.all(realm.sql, { message: place.id, flag: PersonalFlag.historical });
  const muters = mutersOf(realm, place.sender_id);
  const arrived = new Set(now.filter((user) => !muters.has(user)));
  const users = [...new Set([...now, ...past, ...owners.map((row) => row.user_id)])];
  return selectReadStatesOfUsers
    .all(realm.sql, { users: JSON.stringify(users), conversation: place.conversation_id })
    .filter(({ user_id, low, read, unread }) => {
      if (lists(unread, place.id)) return false;
      return !arrived.has(user_id) || place.id <= low || lists(read, place.id);
    })
    .map((row) => row.user_id);
}

/** Who received a message, by whether what is sent there still comes to them. */
function recipientsOf(realm: Realm, { id, conversation_id }: MessageIndexRow) {
  const channel = allTheChannels(realm).byConversation.get(conversation_id);
  if (channel !== undefined) return receiversOf(realm, channel.id, id);
  return { now: membersOfConversation(realm, conversation_id), past: [] };
}

const lists = (packed: ArrayBuffer | null, id: number): boolean =>
  packed !== null && packed.byteLength > 0 && includes(decodeIds(new Uint8Array(packed)), id);
