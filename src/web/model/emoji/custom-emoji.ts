import { derived } from "../capability.ts";
import type { CustomEmoji, State } from "../state.ts";

/** Custom emoji that can be chosen, by name. */
const usable = derived(
  ["emoji"],
  (state) =>
    new Map(
      Object.values(state.realm_emoji)
        .filter((one) => !one.deactivated)
        .map((one) => [one.name, one]),
    ),
);

export const usableCustomEmoji = (state: State): readonly CustomEmoji[] => [...usable(state).values()];

export const customEmojiNamed = (state: State, name: string): CustomEmoji | undefined => usable(state).get(name);

/** Finds a custom emoji by id, even a deactivated one, because earlier messages still show it. */
export const customEmojiById = (state: State, id: string): CustomEmoji | undefined => state.realm_emoji[id];
