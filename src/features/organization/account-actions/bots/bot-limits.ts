import type { UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { checkCount } from "../../../../protocol/quota.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { countBots } from "../../accounts/accounts.ts";

const { bots, bots_ever } = limits.account;

/** Throws if the user has reached the limit of bots, for a new or transferred bot. */
export function checkBotLimits(realm: Realm, owner: UserId, { is_active }: { readonly is_active: number }): void {
  const count = countBots(realm, owner);
  checkCount(count.active + is_active, bots, "bots");
  checkCount(count.bots + 1, bots_ever, "bots, with those that are deactivated");
}

/** Throws if the user has too many active bots to reactivate another. */
export const checkActiveBotLimit = (realm: Realm, owner: UserId): void =>
  checkCount(countBots(realm, owner).active + 1, bots, "bots");
