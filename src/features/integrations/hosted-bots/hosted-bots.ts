import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import { stored } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import { BotType } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import type { MentionNotice } from "../../messages/core/send/destination.ts";
import { findMessageInRealm } from "../../messages/core/store/stored-content.ts";
import type { Press } from "../../messages/presses/presses.ts";
import { accessBot, accessBotToSteer } from "../../organization/account-actions/bots/bots.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { commandIn } from "../bot-commands/bot-commands.ts";
import { deleteHostedBot, deleteLogOf, deleteRunsOfBot, deleteTimersOf, hostedBot, putHostedBot } from "./rows.ts";
import { queuedOrRefused, queueRun } from "./runs.ts";

/** A script that runs as a bot, and the hosts it can contact. */
export interface HostedBot {
  readonly program: string;
  readonly digest: string;
  readonly hosts: readonly string[];
  readonly isOn: boolean;
}

const readHosts = stored("hosted_bots.hosts", v.array(v.string()), () => []);

export function hostedBotOf(realm: Realm, bot: UserId): HostedBot | undefined {
  const row = hostedBot.first(realm.sql, { bot });
  return row && { ...row, hosts: readHosts(row.hosts, bot), isOn: row.is_on === 1 };
}

/**
 * Returns a bot that can have a script. Throws unless the caller can control the bot or, for switching it off, manage
 * it.
 */
export function accessHostedBot(realm: Realm, actor: Actor, id: number, to: "steer" | "switch off" = "steer"): User {
  const { user } = (to === "steer" ? accessBotToSteer : accessBot)(realm, actor, id);
  if (user.bot_type !== BotType.embedded || user.is_active === 0) throw badRequest("No such bot");
  return user;
}

export function checkServerRunsBots({ config }: { readonly config: Pick<Config, "runsBots"> }): void {
  if (!config.runsBots) throw badRequest("This server doesn't run programs of bots.");
}

export const digestOf = (program: string): string => createHash("sha256").update(program).digest("hex");

/** Stores a bot's script, its allowed hosts, and whether it is on. Returns the names of the changed fields. */
export function setProgram(realm: Realm, bot: User, next: Omit<HostedBot, "digest">): string[] {
  const before = hostedBotOf(realm, bot.id);
  const digest = digestOf(next.program);
  const hosts = JSON.stringify(next.hosts);
  putHostedBot.run(realm.sql, { bot: bot.id, program: next.program, digest, hosts, is_on: Number(next.isOn) });
  if (!next.isOn) stop(realm, bot);
  const of = accountEntity(bot);
  const changed: string[] = [];
  if (before?.digest !== digest) {
    changed.push("program");
    audit(realm, "bot.program_changed", { of, details: { before: before?.digest, after: digest } });
  }
  const hostsBefore = before?.hosts ?? [];
  if (hostsBefore.join(" ") !== next.hosts.join(" ")) {
    changed.push("hosts");
    audit(realm, "bot.hosts_changed", { of, details: { before: [...hostsBefore], after: [...next.hosts] } });
  }
  if (before !== undefined && before.isOn !== next.isOn) {
    changed.push("is_on");
    audit(realm, next.isOn ? "bot.switched_on" : "bot.switched_off", { of });
  }
  return changed;
}

export function stop(realm: Realm, { id: bot }: Pick<User, "id">): void {
  deleteRunsOfBot.run(realm.sql, { bot });
  deleteTimersOf.run(realm.sql, { bot });
}

export function removeProgram(realm: Realm, bot: Pick<User, "id">): void {
  stop(realm, bot);
  deleteHostedBot.run(realm.sql, { bot: bot.id });
  deleteLogOf.run(realm.sql, { bot: bot.id });
}

/**
 * Runs bots' scripts for a new message, as for outgoing webhooks: those of the bots in its direct conversation, of bots
 * mentioned by name, and of the bot whose command it starts with. Messages from bots don't trigger scripts, so that
 * bots can't talk to each other forever.
 */
export function runPrograms(realm: Realm, notice: MentionNotice): void {
  const { message, sender, destination, mentions, before } = notice;
  if (!realm.config.runsBots || before !== null || findUser(realm, sender)?.bot_type !== null) return;
  const commanded = commandIn(realm, message, () => {
    const place = placeOfMessage(realm, message);
    return place && findMessageInRealm(realm, place)?.content;
  })?.bot;
  const [users, trigger] =
    destination.kind === "direct"
      ? ([destination.members, "direct_message"] as const)
      : ([mentions.users.map(toUserId), "mention"] as const);
  const addressed = new Set(commanded === undefined ? users : [commanded, ...users]);
  for (const bot of addressed) {
    const why = bot === commanded ? "command" : trigger;
    if (runsAs(realm, bot)) queueRun(realm, { bot, trigger: why, message, timer: null });
  }
}

/** Runs a bot's script for a button press. Returns false if the script is off or over its rate limit. */
export function runForPress(realm: Realm, { id: press, message_id: message }: Press, bot: User): boolean {
  if (!realm.config.runsBots || !runsAs(realm, bot.id)) return false;
  const refusal = queuedOrRefused(realm, { bot: bot.id, trigger: "press", message, timer: null, press });
  return refusal === undefined;
}

function runsAs(realm: Realm, bot: UserId): boolean {
  const user = findUser(realm, bot);
  return user?.bot_type === BotType.embedded && user.is_active === 1 && hostedBotOf(realm, bot)?.isOn === true;
}
