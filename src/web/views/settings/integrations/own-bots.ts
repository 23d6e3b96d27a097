import type { Bot, State } from "../../../model/state.ts";
import { compareNames } from "../../../words/format.ts";

/** The type of the bots that are part of the server, which no one delivers to. */
const EMBEDDED = 4;

/** The user's own bots that can write, sorted by name. */
export const ownBots = (state: State): readonly Bot[] =>
  state.realm_bots
    .filter((bot) => bot.owner_id === state.user_id && bot.is_active && bot.bot_type !== EMBEDDED)
    .sort((one, other) => compareNames(one.full_name, other.full_name));
