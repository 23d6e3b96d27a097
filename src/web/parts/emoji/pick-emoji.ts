import { h } from "preact";
import { onDemand } from "../../loads.ts";
import { laterStyle } from "../../style/later-style.ts";
import { typeAhead } from "../../typed-ahead.ts";
import type { Anchor } from "../overlays/anchor.ts";
import type { EmojiValue } from "./emoji.tsx";
import { noteEmojiUse } from "./emoji-used.ts";

interface EmojiSource {
  /** Where the names of emoji are (`server_emoji_data_url`). */
  readonly url: string;
  /** The organization's own. */
  readonly custom: readonly { readonly id: string; readonly name: string; readonly src: string }[];
}

/** Lets an emoji be chosen beside an element; undefined where none was. The picker is loaded when it is first wanted. */
export async function pickEmoji(anchor: Anchor, source: EmojiSource): Promise<EmojiValue | undefined> {
  const loading = Promise.all([onDemand(), laterStyle()]);
  // Where fingers point, the field waits until it is asked for: a keyboard would cover what there is.
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
