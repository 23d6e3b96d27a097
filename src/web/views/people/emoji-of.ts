import { customEmojiById } from "../../model/emoji/emoji.ts";
import type { State } from "../../model/state.ts";
import type { EmojiValue } from "../../parts/emoji/emoji.tsx";

interface Named {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** The emoji of a status or a reaction, with its picture if it is a custom one. */
export function emojiOf(state: State, { emoji_name, emoji_code, reaction_type }: Named): EmojiValue | undefined {
  if (emoji_name === undefined || emoji_code === undefined) return undefined;
  const type = (reaction_type ?? "unicode_emoji") as EmojiValue["type"];
  const src = type === "realm_emoji" ? customEmojiById(state, emoji_code)?.source_url : undefined;
  return { type, name: emoji_name, code: emoji_code, src };
}
