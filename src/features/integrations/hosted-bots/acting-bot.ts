import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/closing.ts";
import { type HostedBot, hostedBotOf } from "./hosted-bots.ts";

interface OfBot {
  readonly realm: Realm;
  readonly bot: UserId;
}

export const areRun = (realm: Realm): boolean => realm.config.runsBots && !isDeactivated(realm);

/** Returns the script of a bot, or undefined if the bot can't act now. */
export function actingProgram({ realm, bot }: OfBot): HostedBot | undefined {
  if (!areRun(realm) || findUser(realm, bot)?.is_active !== 1) return undefined;
  const hosted = hostedBotOf(realm, bot);
  return hosted?.isOn === true ? hosted : undefined;
}

/** Returns the account of a running bot. Throws if it can no longer act; every call checks again. */
export function actingBot(of: OfBot): User {
  const user = findUser(of.realm, of.bot);
  if (user === undefined || actingProgram(of) === undefined) throw switchedOff();
  return user;
}

export const switchedOff = () => badRequest("The bot was switched off.");
