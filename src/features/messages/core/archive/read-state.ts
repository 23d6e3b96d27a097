import type { ArchiveRow } from "../../../../archive-format/tables.ts";
import { statement } from "../../../../database/statement.ts";
import { toChannelId, toUserId } from "../../../../protocol/ids.ts";
import { type ImportContext, LeftOut } from "../../../../realm/archive-io/writing.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { findDirectConversation, placesOfMessages, sortUnique } from "../../../conversations/conversations.ts";
import { allUserIds } from "../../../organization/accounts/archive.ts";
import { readStateOf, writeReadState } from "../read-state/read-state-store.ts";
import { CONVERSATIONS, conversationKey } from "./check-messages.ts";

const NOT_THERE = "unread messages that are not in the archive";

/** Marks the listed messages as unread for a user, and all others as read. */
export function writeUnread(writing: ImportContext, row: ArchiveRow<"unread">): string | undefined {
  const { realm } = writing;
  const id = writing.id("user", row.user_id);
  if (id === undefined) return LeftOut.unknownUser;
  const user = toUserId(id);
  for (const message of row.messages) {
    if (!writing.hasMessage(message)) writing.leftOut(NOT_THERE, `unread ${row.user_id}: ${message}`);
  }
  if (!writing.writes) return undefined;
  const ids = row.messages.flatMap((message) => writing.message(message) ?? []);
  const byConversation = Map.groupBy(placesOfMessages(realm, ids), ({ conversation_id }) => conversation_id);
  for (const [conversation, places] of byConversation) {
    const state = readStateOf(realm, user, conversation);
    const unread = sortUnique([...state.unread, ...places.map((place) => place.id)]);
    writeReadState(realm, user, conversation, { low: writing.messageRange.last, read: [], unread });
  }
  return undefined;
}

/** Kind under which the ids of users with a read state in the archive are recorded. */
const READ_STATE_KIND = "read state";
const NO_CONVERSATION = "reading of conversations that are not in the archive";

/** Whether a conversation will exist after the import. */
function conversationExists(writing: ImportContext, row: ArchiveRow<"read_state">): boolean {
  if ("channel_id" in row) return writing.id("channel", row.channel_id) !== undefined;
  if (!("members" in row)) return false;
  const members = row.members.map((member) => writing.id("user", member));
  const known = members.filter((member) => member !== undefined);
  if (known.length < members.length) return false;
  const isPlanned = writing.noted.find(CONVERSATIONS, conversationKey(known)) !== undefined;
  return isPlanned || findDirectConversation(writing.realm, known.map(toUserId)) !== undefined;
}

/** Writes a user's read messages, as exported by another Parley server. */
export function writeReadStateRow(writing: ImportContext, row: ArchiveRow<"read_state">): string | undefined {
  const { realm } = writing;
  const id = writing.id("user", row.user_id);
  if (id === undefined) return LeftOut.unknownUser;
  if (!writing.writes) return "read" in row && !conversationExists(writing, row) ? NO_CONVERSATION : undefined;
  const user = toUserId(id);
  writing.addId(READ_STATE_KIND, user, 1);
  const low = writing.messageUpTo(row.low);
  if (!("read" in row)) {
    if (low > 0) raiseLow.run(realm.sql, { user, low });
    return undefined;
  }
  const conversation = conversationOf(writing, row);
  if (conversation === undefined) return NO_CONVERSATION;
  const mapped = (ids: readonly number[]) => ids.flatMap((message) => writing.message(message) ?? []);
  const state = readStateOf(realm, user, conversation);
  writeReadState(realm, user, conversation, {
    low: Math.max(state.low, low),
    read: sortUnique([...state.read, ...mapped(row.read)]),
    unread: sortUnique([...state.unread, ...mapped(row.unread)]),
  });
  return undefined;
}

function conversationOf(writing: ImportContext, row: ArchiveRow<"read_state">) {
  const { realm } = writing;
  if ("channel_id" in row) {
    const id = writing.id("channel", row.channel_id);
    return id === undefined ? undefined : channelIndex(realm).byId.get(toChannelId(id))?.conversation_id;
  }
  if (!("members" in row)) return undefined;
  const members = row.members.flatMap((member) => writing.id("user", member) ?? []).map(toUserId);
  return members.length < row.members.length ? undefined : findDirectConversation(realm, members);
}

/** Users without a read state in the archive have read everything but the listed messages. */
export function endReadState(writing: ImportContext): void {
  const { realm } = writing;
  if (!writing.writes || !writing.hasMessages) return;
  const told = writing.ids(READ_STATE_KIND);
  const users = allUserIds(realm).filter((user) => !told.has(user));
  raiseLows.run(realm.sql, { users: JSON.stringify(users), low: writing.messageRange.last });
}

const raiseLow = statement<{ user: number; low: number }>(
  `INSERT INTO read_lows (user_id, low) VALUES (:user, :low) ON CONFLICT (user_id) DO UPDATE SET low = max(low, excluded.low)`,
);
const raiseLows = statement<{ users: string; low: number }>(
  `INSERT INTO read_lows (user_id, low) SELECT value, CAST(:low AS INTEGER) FROM json_each(:users) WHERE true
   ON CONFLICT (user_id) DO UPDATE SET low = max(low, excluded.low)`,
);
