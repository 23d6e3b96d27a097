import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { statement } from "../../../database/statement.ts";
import { emojiNames } from "../../../markup/index.ts";
import { currentEmojiCode, readReactionType } from "../../../protocol/emoji.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import { includesItsMessage, ofMessages } from "../../conversations/archive.ts";

export const reactionArchive: FeatureArchive = {
  ofMessages: ["reactions"],
  leftOut: { topic_reactors: "follows from other tables" },
  parts: [
    part({
      table: "reactions",
      reading: ofMessages("reactions t", {
        key: ["message_id", "seq", "user_id", "reaction_type", "emoji_code"],
        columns: ["emoji_name"],
      }),
      row(row, context) {
        if (!includesItsMessage(row, context)) return undefined;
        return { ...row.of("reactions"), emoji_code: currentEmojiCode(row.text("emoji_code")) };
      },
      write(writing, row) {
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
      },
    }),
  ],
};

/** Returns the emoji of an archived reaction in this organization, or undefined if it can't be resolved. */
function emojiOf(writing: ImportContext, row: ArchiveRow<"reactions">) {
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

const insertReaction = statement<{
  message: number;
  user: number;
  reaction_type: string;
  emoji_code: string;
  emoji_name: string;
}>(
  `INSERT OR IGNORE INTO reactions (message_id, reaction_type, emoji_code, user_id, emoji_name, seq)
   SELECT CAST(:message AS INTEGER), :reaction_type, :emoji_code, CAST(:user AS INTEGER), :emoji_name,
     coalesce((SELECT max(seq) FROM reactions WHERE message_id = :message), 0) + 1`,
);
