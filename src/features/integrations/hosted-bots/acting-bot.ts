import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isDeactivated } from "../../organization/realm/closing.ts";
import { findUser, type User } from "../../organization/users/users.ts";
import { type HostedBot, hostedBotOf } from "./hosted-bots.ts";

interface OfBot {
  readonly realm: Realm;
  readonly bot: UserId;
}

/** Whether programs run in an organization at all. */
export const areRun = (realm: Realm): boolean => realm.config.runsBots && !isDeactivated(realm);

/** The program of a bot, if that may act now; undefined where it may not. */
export function actingProgram({ realm, bot }: OfBot): HostedBot | undefined {
  if (!areRun(realm) || findUser(realm, bot)?.is_active !== 1) return undefined;
  const hosted = hostedBotOf(realm, bot);
  return hosted?.isOn === true ? hosted : undefined;
}

/** The account of a bot whose program runs, if it may still act. Every call asks anew. */
export function actingBot(of: OfBot): User {
  const user = findUser(of.realm, of.bot);
  if (user === undefined || actingProgram(of) === undefined) throw switchedOff();
  return user;
}

export const switchedOff = () => badRequest("The bot was switched off.");
