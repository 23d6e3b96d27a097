import type { Handlers } from "../handlers.ts";

export const emojiEvents: Handlers = {
  "realm_emoji/add": (state, { emoji }) => {
    state.realm_emoji = { ...state.realm_emoji, [emoji.id]: emoji };
  },
  "realm_emoji/update_one": (state, { emoji_id, data }) => {
    const emoji = state.realm_emoji[emoji_id];
    if (emoji !== undefined) state.realm_emoji = { ...state.realm_emoji, [emoji_id]: { ...emoji, ...data } };
  },
};

const VARIATION = "\u{fe0f}";

/**
 * Returns the characters of a Unicode emoji by its code, such as "1f44d" or "0023-20e3". Adds the variation selector
 * that codes omit. Without it, characters such as "2764" (the heart) are drawn as text.
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
