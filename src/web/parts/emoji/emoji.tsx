import "../icon.css";
import { emojiGlyph } from "../../model/emoji/emoji.ts";

export interface EmojiValue {
  readonly type: "unicode_emoji" | "realm_emoji" | "zulip_extra_emoji" | "svc_extra_emoji";
  readonly name: string;
  readonly code: string;
  /** Image URL of a custom emoji. */
  readonly src?: string | undefined;
}

const EXTRA = "/static/generated/emoji/images/emoji/unicode";

/**
 * An emoji: text for Unicode emoji, otherwise an image. Screen readers skip a `silent` emoji, because its name is next
 * to it.
 */
export function Emoji({ emoji, silent = false }: { readonly emoji: EmojiValue; readonly silent?: boolean }) {
  const name = emoji.name.replaceAll("_", " ");
  if (emoji.type === "unicode_emoji") {
    return (
      <span class="emoji-glyph" {...(silent ? { "aria-hidden": true } : { role: "img", "aria-label": name })}>
        {emojiGlyph(emoji.code)}
      </span>
    );
  }
  const src = emoji.type === "realm_emoji" ? emoji.src : `${EXTRA}/${emoji.code}.png`;
  // The image of a removed emoji may be unknown. Its name is shown instead.
  if (src === undefined) return <span class="emoji-name">:{emoji.name}:</span>;
  return <img class="emoji-picture" src={src} alt={silent ? "" : name} loading="lazy" decoding="async" />;
}
