import { derived } from "./derived.ts";
import type { Handlers } from "./handlers.ts";
import type { UserId } from "./ids.ts";
import type { State } from "./state.ts";

/** An emoji of the organization's own. */
export interface CustomEmoji {
  readonly id: string;
  readonly name: string;
  readonly source_url: string;
  /** The first picture of an animation. */
  readonly still_url: string | null;
  readonly deactivated: boolean;
  readonly author_id: UserId | null;
}

export interface EmojiState {
  /** By their ids, with those that are deactivated. */
  realm_emoji: Readonly<Record<string, CustomEmoji>>;
  server_emoji_data_url: string;
}

export const emojiEvents: Handlers = {
  "realm_emoji/update": (state, { realm_emoji }: Pick<EmojiState, "realm_emoji">) => {
    state.realm_emoji = realm_emoji;
  },
};

/** The organization's emoji that can be chosen, by name. */
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

/** Also of what is deactivated, which messages of before still show. */
export const customEmojiById = (state: State, id: string): CustomEmoji | undefined => state.realm_emoji[id];
