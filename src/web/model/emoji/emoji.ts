import { derived } from "../capability.ts";
import type { Handlers } from "../handlers.ts";
import type { CustomEmoji, State } from "../state.ts";

export const emojiEvents: Handlers = {
  "realm_emoji/update": (state, { realm_emoji }) => {
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

/** A custom emoji by id. Deactivated ones are found too, because earlier messages still show them. */
export const customEmojiById = (state: State, id: string): CustomEmoji | undefined => state.realm_emoji[id];

const VARIATION = "\u{fe0f}";

/**
 * The characters of a Unicode emoji by its code, such as "1f44d" or "0023-20e3". Codes leave out the variation selector,
 * without which a character such as "2764", the heart, is drawn as text.
 */
export function emojiGlyph(code: string): string {
  const signs = code.split("-").map((hex) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return signs
    .map((sign, at) => {
      const isText = /^\p{Emoji}$/u.test(sign) && !/^\p{Emoji_Presentation}$/u.test(sign);
      const next = signs[at + 1];
      const decided = next === VARIATION || (next !== undefined && /^\p{Emoji_Modifier}$/u.test(next));
      return isText && !decided ? sign + VARIATION : sign;
    })
    .join("");
}
