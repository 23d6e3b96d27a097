import type { Bot, State } from "../../../model/state.ts";
import { compareNames } from "../../../words/format.ts";

/** A program of the server itself, which nobody delivers to. */
const EMBEDDED = 4;

/** One's own bots that can write, by name. */
export const ownBots = (state: State): readonly Bot[] =>
  state.realm_bots
    .filter((bot) => bot.owner_id === state.user_id && bot.is_active && bot.bot_type !== EMBEDDED)
    .sort((one, other) => compareNames(one.full_name, other.full_name));
