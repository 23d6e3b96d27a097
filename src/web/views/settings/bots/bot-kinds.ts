import type { Bot } from "../../../model/people/bots.ts";
import { hasPermission } from "../../../model/people/permissions.ts";
import type { State } from "../../../model/state.ts";

import { botsWords } from "../../../words/settings/integrations/bots.ts";

export const GENERIC = 1;
export const INCOMING = 2;
export const OUTGOING = 3;
/** A bot whose program runs on the server. */
export const EMBEDDED = 4;

type BotKind = "generic" | "incoming" | "outgoing" | "embedded";
const KINDS: Readonly<Record<number, BotKind>> = {
  [GENERIC]: "generic",
  [INCOMING]: "incoming",
  [OUTGOING]: "outgoing",
  [EMBEDDED]: "embedded",
};

export const botKind = (type: number | null): BotKind => KINDS[type ?? GENERIC] ?? "generic";

/**
 * True if other services can deliver to the bot. They can't if its program runs on the server, because no one has its
 * key.
 */
export const canGetDeliveries = ({ bot_type, is_active }: Pick<Bot, "bot_type" | "is_active">): boolean =>
  is_active && bot_type !== EMBEDDED;

/** Returns the kinds of bots that the user can create: all, just write-only ones, or none. */
export function kindsFor(state: State): readonly number[] {
  const hosted = state.is_admin && state.server_runs_bots === true ? [EMBEDDED] : [];
  if (hasPermission(state, "can_create_bots_group")) return [GENERIC, INCOMING, OUTGOING, ...hosted];
  return hasPermission(state, "can_create_write_only_bots_group") ? [INCOMING] : [];
}

/** True if the user can read and edit a bot's program. */
export const canProgram = ({ is_admin }: State, { bot_type, is_active }: Bot): boolean =>
  is_admin && is_active && bot_type === EMBEDDED;

/** Returns an outgoing webhook's service with its URL, format and token, or undefined for other bots. */
export function outgoingOf(bot: Bot) {
  for (const service of bot.services) if ("base_url" in service) return service;
  return undefined;
}

export function abilityOf({ bot_type, is_active }: Pick<Bot, "bot_type" | "is_active">): string {
  const w = botsWords();
  return is_active ? w.abilities[botKind(bot_type)] : w.abilities.none;
}
