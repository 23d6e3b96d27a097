import { h } from "preact";
import { loadDeferred } from "../../loads.ts";
import { laterStyle } from "../../style/later-style.ts";
import { typeAhead } from "../../typed-ahead.ts";
import type { Anchor } from "../overlays/anchor.ts";
import type { EmojiValue } from "./emoji.tsx";
import { noteEmojiUse } from "./emoji-used.ts";

interface EmojiSource {
  /** URL of the emoji names (`server_emoji_data_url`). */
  readonly url: string;
  readonly custom: readonly { readonly id: string; readonly name: string; readonly src: string }[];
}

/** Shows a picker next to an element. Resolves to the chosen emoji or undefined. The picker is loaded on first use. */
export async function pickEmoji(anchor: Anchor, source: EmojiSource): Promise<EmojiValue | undefined> {
  const loading = Promise.all([loadDeferred(), laterStyle()]);
  // On touch screens the search field isn't focused, because the on-screen keyboard would cover the emoji.
  if (!matchMedia("(pointer: coarse)").matches) void typeAhead(loading).catch(() => {});
  const [{ EmojiPicker, showPopover }] = await loading;
  return new Promise((resolve) => {
    const close = showPopover(
      anchor,
      h(EmojiPicker, {
        ...source,
        anchor,
        onPick: (emoji: EmojiValue) => {
          noteEmojiUse(emoji);
          resolve(emoji);
          close();
        },
        onClose: () => resolve(undefined),
      }),
    );
  });
}
