import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, MINUTE, seconds } from "../../../util/time.ts";
import { sendDirectNotice } from "../../organization/notices/notices.ts";
import { findUser } from "../../organization/users/users.ts";
import { setTold, webhookBotById } from "./rows.ts";

/** A service that is set up wrongly says so with each event: its bot's owner is told once in this time (webhooks.md 1). */
const AT_MOST_EVERY = seconds(5 * MINUTE);

interface OwnersNote {
  readonly bot: { readonly user_id: UserId; readonly full_name: string };
  readonly owner: UserId;
  readonly note: string;
}

/** Tells a bot's owner by direct message what is wrong with what the bot gets. */
export function tellOwner(realm: Realm, { bot, owner, note }: OwnersNote): void {
  const now = realm.seconds();
  const told = webhookBotById.first(realm.sql, { id: bot.user_id })?.told_at ?? 0;
  if (told > before(now, AT_MOST_EVERY) || findUser(realm, owner)?.is_active !== 1) return;
  setTold.run(realm.sql, { id: bot.user_id, at: now });
  sendDirectNotice(realm, {
    to: owner,
    content: `Your bot @_**${bot.full_name}|${bot.user_id}** has a problem. ${note}`,
  });
}
