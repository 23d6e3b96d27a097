import type { UserId } from "../ids.ts";
import type { State } from "../state.ts";

/** The direct conversations that the state lists, each by its other participants, the latest first. */
export const recentDirects = (state: State): readonly (readonly UserId[])[] =>
  [...state.recent_private_conversations]
    .sort((a, b) => b.max_message_id - a.max_message_id)
    .map(({ user_ids }) => user_ids);
