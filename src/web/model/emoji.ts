import type { Fold } from "./fold.ts";
import type { UserId } from "./ids.ts";

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

export const emojiFold: Fold = {
  "realm_emoji/update": (state, { realm_emoji }: Pick<EmojiState, "realm_emoji">) => {
    state.realm_emoji = realm_emoji;
  },
};
