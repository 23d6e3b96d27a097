import type { ArchiveRow } from "../../../../archive/tables.ts";
import { currentEmojiCode, emojiNames } from "../../../../markup/index.ts";
import { toChannelId, toUserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { channelIndex } from "../../../channels/channels/public.ts";
import { findDirectConversation, placesOfMessages } from "../../../conversations/public.ts";
import { readStateOf, writeReadState } from "../../../messages/messages/public.ts";
import { readReactionType } from "../../../organization/emoji/public.ts";
import { CONVERSATIONS, conversationKey } from "../checking/check-messages.ts";
import { jsonOf } from "./json-of.ts";
import { addFlags } from "./message-rows.ts";
import { LeftOut, type RowWriter } from "./table-writer.ts";
import { insertReaction, insertSubmessage, raiseLow, raiseLowsOfOthers } from "./thing-rows.ts";
import type { Writing } from "./writing.ts";

export const writeReaction: RowWriter<"reactions"> = (writing, row) => {
  const user = writing.id("user", row.user_id);
  if (user === undefined) return LeftOut.unknownUser;
  if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
  const emoji = emojiOf(writing, row);
  if (emoji === undefined) return "reactions with emoji that there are none of";
  const { noted, realm } = writing;
  const number = noted.ofMessage("reactions", row.message_id, String(user));
  if (number >= limits.account.reactions_to_a_message) return LeftOut.tooMany;
  const key = `${user} ${emoji.reaction_type} ${emoji.emoji_code}`;
  if (noted.ofMessage("reactions", row.message_id, key) > 0) return LeftOut.twice;
  noted.setOfMessage(String(user), number + 1);
  noted.setOfMessage(key, 1);
  if (writing.writes) insertReaction.run(realm.sql, { message: row.message_id + writing.offset, user, ...emoji });
  return undefined;
};

/** An emoji as the organization has it. */
function emojiOf(writing: Writing, row: Pick<ArchiveRow<"reactions">, "emoji_name" | "emoji_code" | "reaction_type">) {
  const { emoji_name } = row;
  const reaction_type = readReactionType(row.reaction_type);
  switch (reaction_type) {
    case "unicode_emoji": {
      const emoji_code = currentEmojiCode(row.emoji_code);
      return emojiNames(emoji_code).length === 0 ? undefined : { emoji_name, emoji_code, reaction_type };
    }
    case "realm_emoji": {
      const id = writing.id("emoji", Number(row.emoji_code));
      return id === undefined ? undefined : { emoji_name, emoji_code: String(id), reaction_type };
    }
    default:
      return row.emoji_code === "zulip" && emoji_name === "zulip"
        ? { emoji_name, emoji_code: "zulip", reaction_type: readReactionType("zulip_extra_emoji") }
        : undefined;
  }
}

const NOT_VALID = "parts of widgets that are not valid";

export const writeSubmessage: RowWriter<"submessages"> = (writing, { message_id, sender_id, msg_type, content }) => {
  const sender = writing.id("user", sender_id);
  if (sender === undefined) return LeftOut.unknownUser;
  if (!writing.hasMessage(message_id)) return LeftOut.unknownMessage;
  if (msg_type !== "widget" || jsonOf(content) === undefined) return NOT_VALID;
  const size = writing.noted.ofMessage("submessages", message_id, "size") + content.length;
  if (size > limits.message.widget_characters) return LeftOut.tooMany;
  writing.noted.setOfMessage("size", size);
  const message = message_id + writing.offset;
  if (writing.writes) insertSubmessage.run(writing.realm.sql, { message, sender, msg_type, content });
  return undefined;
};

const BITS = { starred: 1, collapsed: 2, mentioned: 4, has_alert_word: 8, historical: 16 } as const;

export const writeFlags: RowWriter<"flags"> = (writing, row) => {
  const user = writing.id("user", row.user_id);
  if (user === undefined) return LeftOut.unknownUser;
  if (!writing.hasMessage(row.message_id)) return LeftOut.unknownMessage;
  const bits = row.flags.reduce((all, name) => all | BITS[name], 0);
  const rows = JSON.stringify([[row.message_id + writing.offset, user, bits]]);
  if (writing.writes) addFlags.run(writing.realm.sql, { rows });
  return undefined;
};

const NOT_THERE = "unread messages that are not in the archive";

/** Messages that somebody has not read; all others of theirs are read. */
export const writeUnread: RowWriter<"unread"> = (writing, row) => {
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
    const unread = merged(
      state.unread,
      places.map((place) => place.id),
    );
    writeReadState(realm, user, conversation, { low: writing.messageRange.last, read: [], unread });
  }
  return undefined;
};

const merged = (some: readonly number[], others: readonly number[]) =>
  [...new Set([...some, ...others])].sort((a, b) => a - b);

const NO_CONVERSATION = "reading of conversations that are not in the archive";

/** Whether a conversation would be there after the import. */
function isThere(writing: Writing, row: ArchiveRow<"read_state">): boolean {
  if ("channel_id" in row) return writing.id("channel", row.channel_id) !== undefined;
  if (!("members" in row)) return false;
  const members = row.members.map((member) => writing.id("user", member));
  const known = members.filter((member) => member !== undefined);
  if (known.length < members.length) return false;
  const isPlanned = writing.noted.find(CONVERSATIONS, conversationKey(known)) !== undefined;
  return isPlanned || findDirectConversation(writing.realm, known.map(toUserId)) !== undefined;
}

/** What somebody has read, as another Parley tells it. */
export const writeReadStateRow: RowWriter<"read_state"> = (writing, row) => {
  const { realm } = writing;
  const id = writing.id("user", row.user_id);
  if (id === undefined) return LeftOut.unknownUser;
  if (!writing.writes) return "read" in row && !isThere(writing, row) ? NO_CONVERSATION : undefined;
  const user = toUserId(id);
  writing.addId("read state", user, 1);
  const low = lowOf(writing, row.low);
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
    read: merged(state.read, mapped(row.read)),
    unread: merged(state.unread, mapped(row.unread)),
  });
  return undefined;
};

/** An id up to which all is read, which need not be that of a message that is there. */
function lowOf(writing: Writing, archiveId: number): number {
  const { first_message, last_message } = writing.row;
  if (archiveId < first_message) return 0;
  return Math.min(archiveId, last_message) + writing.offset;
}

function conversationOf(writing: Writing, row: ArchiveRow<"read_state">) {
  const { realm } = writing;
  if ("channel_id" in row) {
    const id = writing.id("channel", row.channel_id);
    return id === undefined ? undefined : channelIndex(realm).byId.get(toChannelId(id))?.conversation_id;
  }
  if (!("members" in row)) return undefined;
  const members = row.members.flatMap((member) => writing.id("user", member) ?? []).map(toUserId);
  return members.length < row.members.length ? undefined : findDirectConversation(realm, members);
}

/** Whoever's reading the archive does not tell has read all but what it lists. */
export function endReadState(writing: Writing): void {
  const { last } = writing.messageRange;
  if (writing.writes && writing.row.last_message > 0) raiseLowsOfOthers.run(writing.realm.sql, { low: last });
}
