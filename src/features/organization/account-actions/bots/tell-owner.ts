import { userMarkdown } from "../../../../markup/index.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { words } from "../../../../protocol/words/words.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { findUser, type User } from "../../accounts/accounts.ts";
import { emailLanguage } from "../../accounts/email-language.ts";
import { sendDirectNotice } from "../../system-messages/system-messages.ts";

const botChangeWords = words("botChanges", {
  changed: "{by} changed your bot {bot}: {fields}",
});

/** Notifies a bot's owner of the fields that someone else has changed. */
export function tellBotOwner(realm: Realm, actor: Actor, bot: User, fields: readonly string[]): void {
  const owner = bot.bot_owner_id === null ? undefined : findUser(realm, bot.bot_owner_id);
  if (fields.length === 0 || owner?.is_active !== 1 || [owner.id, bot.id].includes(actor.user_id)) return;
  const changed = fields.map((field) => `\`${field}\``).join(", ");
  const words = botChangeWords[emailLanguage(realm, owner)];
  sendDirectNotice(realm, { to: owner.id, content: words.changed(userMarkdown(actor), userMarkdown(bot), changed) });
}
