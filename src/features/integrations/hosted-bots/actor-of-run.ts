import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { RunCredentials } from "../../../rpc/credentials.ts";
import { actorOf } from "../../organization/accounts/accounts.ts";
import { actingBot } from "./acting-bot.ts";
import { runById } from "./rows.ts";

/**
 * Returns the account that a run's tools use to call endpoints. Throws if the run has ended or the bot can no longer
 * act.
 */
export function actorOfRun(realm: Realm, { run, bot }: RunCredentials): Actor {
  const row = runById.first(realm.sql, { id: run });
  if (row?.bot_id !== bot || row.is_begun === 0) throw badRequest("The run has ended.");
  return actorOf(actingBot({ realm, bot }));
}
