import { statement } from "../../../database/statement.ts";
import { currentEmojiCode } from "../../../protocol/emoji.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import type { ImportContext } from "../../../realm/archive-io/writing.ts";
import { statusOf } from "./user-status.ts";

/** Statuses are stored in the account rows. */
export const statusArchive: FeatureArchive = {
  tables: ["user_statuses"],
  parts: [
    part({
      table: "users",
      fields({ id }, { realm }) {
        const status = statusOf.first(realm.sql, { user: id });
        if (status === undefined) return {};
        const { status_text, emoji_name, emoji_code, reaction_type } = status;
        return { status: { status_text, emoji_name, emoji_code: currentEmojiCode(emoji_code), reaction_type } };
      },
      write(writing, { id, status, system }) {
        const user = writing.id("user", id);
        if (status === undefined || system !== undefined || user === undefined) return undefined;
        // The emoji can be a custom one, which is imported later.
        if (status.reaction_type === "realm_emoji") writing.addId(EMOJI, id, Number(status.emoji_code) || 0);
        if (writing.writes) insertStatus.run(writing.realm.sql, { user, ...status });
        return undefined;
      },
    }),
  ],
  finish: endStatuses,
};

const EMOJI = "status emoji";

/** Reports the statuses whose emoji don't exist, and sets the others' emoji. */
function endStatuses(writing: ImportContext): void {
  const { realm } = writing;
  const emojiOf = [...writing.ids(EMOJI)].sort(([one], [other]) => one - other);
  for (const [id, emoji] of emojiOf) {
    if (writing.id("emoji", emoji) === undefined)
      writing.leftOut("statuses with emoji that there are none of", `users ${id}`);
  }
  if (!writing.writes) return;
  const before = new Set(writing.before("users").map(({ id }) => id));
  for (const [id, emoji] of emojiOf) {
    const user = writing.id("user", id);
    if (user === undefined || before.has(user)) continue;
    const now = writing.id("emoji", emoji);
    if (now === undefined) clearEmoji.run(realm.sql, { user });
    else setEmoji.run(realm.sql, { user, code: String(now) });
  }
}

const insertStatus = statement<{
  user: number;
  status_text: string;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}>(
  `INSERT OR IGNORE INTO user_statuses (user_id, status_text, emoji_name, emoji_code, reaction_type)
   VALUES (:user, :status_text, :emoji_name, :emoji_code, :reaction_type)`,
);
/** Custom emoji in statuses have the archive's ids until all emoji exist. */
const setEmoji = statement<{ user: number; code: string }>(
  "UPDATE user_statuses SET emoji_code = :code WHERE user_id = :user AND reaction_type = 'realm_emoji'",
);
const clearEmoji = statement<{ user: number }>(
  `UPDATE user_statuses SET emoji_name = '', emoji_code = '', reaction_type = ''
   WHERE user_id = :user AND reaction_type = 'realm_emoji'`,
);
