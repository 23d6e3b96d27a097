import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { RunCredentials } from "../../../rpc/credentials.ts";
import { actorOf, findUser, type User } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { type HostedBot, hostedBotOf } from "./hosted-bots.ts";
import { runById } from "./rows.ts";

interface OfBot {
  readonly realm: Realm;
  readonly bot: UserId;
}

export const areRun = (realm: Realm): boolean => realm.config.runsBots && !isDeactivated(realm);

/** Returns a bot's script, or undefined if it can't run now, for example because it is switched off. */
export function actingProgram({ realm, bot }: OfBot): HostedBot | undefined {
  if (!areRun(realm) || findUser(realm, bot)?.is_active !== 1) return undefined;
  const hosted = hostedBotOf(realm, bot);
  return hosted?.isOn === true ? hosted : undefined;
}

/** Returns the account of a running bot. Throws if the bot can no longer act, which is rechecked for every call. */
export function actingBot(of: OfBot): User {
  const user = findUser(of.realm, of.bot);
  if (user === undefined || actingProgram(of) === undefined) throw switchedOff();
  return user;
}

export const switchedOff = () => badRequest("The bot was switched off.");

/**
 * Returns the account that a run's tools use to call endpoints. Throws if the run has ended or the bot can no longer
 * act.
 */
export function actorOfRun(realm: Realm, { run, bot }: RunCredentials): Actor {
  const row = runById.first(realm.sql, { id: run });
  if (row?.bot_id !== bot || row.is_begun === 0) throw badRequest("The run has ended.");
  return actorOf(actingBot({ realm, bot }));
}
