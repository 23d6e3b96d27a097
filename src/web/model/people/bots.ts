import { derived } from "../capability.ts";
import type { UserId } from "../ids.ts";
import type { BotData, State, User } from "../state.ts";
import { isActive, userById } from "./users.ts";

/** A bot's account and its additional data, for its owner and administrators. */
export interface Bot extends BotData, Pick<User, "email" | "full_name" | "bot_type" | "is_deleted"> {
  readonly avatar_url: string;
  readonly is_active: boolean;
  readonly owner_id: UserId | null;
}

/** The user's own bots, or all bots for administrators. */
export const knownBots = derived(["users"], (state): readonly Bot[] =>
  state.realm_bots.flatMap((data) => {
    const user = userById(state, data.user_id);
    if (user === undefined) return [];
    const { email, full_name, bot_type, avatar_url, is_deleted, bot_owner_id: owner_id } = user;
    const account = { email, full_name, bot_type, avatar_url: avatar_url ?? "", is_deleted, owner_id };
    return [{ ...data, ...account, is_active: isActive(state, data.user_id) }];
  }),
);

/** The user's own bots, active or not. */
export const ownBots = (state: State): readonly Bot[] =>
  knownBots(state).filter(({ owner_id }) => owner_id === state.user_id);

export const botById = (state: State, id: UserId): Bot | undefined =>
  knownBots(state).find(({ user_id }) => user_id === id);
