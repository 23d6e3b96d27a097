import type { UserId } from "../../../../../protocol/ids.ts";
import { limits } from "../../../../../protocol/limit-table.ts";
import { checkCount } from "../../../../../protocol/stock.ts";
import type { Realm } from "../../../../../realm/realm.ts";
import { countBots } from "../../users.ts";

const { bots, bots_ever } = limits.account;

/** Refuses a further bot, new or transferred, to a user who has as many as they may. */
export function checkBotLimits(realm: Realm, owner: UserId, { is_active }: { readonly is_active: number }): void {
  const count = countBots(realm, owner);
  checkCount(count.active + is_active, bots, "bots");
  checkCount(count.bots + 1, bots_ever, "bots, with those that are deactivated");
}

/** Refuses to reactivate a bot of a user who has as many active bots as they may. */
export const checkActiveBotLimit = (realm: Realm, owner: UserId): void =>
  checkCount(countBots(realm, owner).active + 1, bots, "bots");
