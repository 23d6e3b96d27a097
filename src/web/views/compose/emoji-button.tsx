import { useClient } from "../../client/client.ts";
import { usableCustomEmoji } from "../../model/emoji/emoji.ts";
import { pickEmoji } from "../../parts/emoji/pick-emoji.ts";
import { ToolButton } from "../../parts/tool-button.tsx";
import { composeWords } from "../../words/compose.ts";

/** Opens the emoji picker, and hands over the name of the chosen emoji. */
export function EmojiButton({ onEmoji }: { readonly onEmoji: (name: string) => void }) {
  const client = useClient();
  const choose = async (button: Element) => {
    const state = client.watch();
    const emoji = await pickEmoji(button, {
      url: state.server_emoji_data_url,
      custom: usableCustomEmoji(state).map(({ id, name, source_url: src }) => ({ id, name, src })),
    });
    if (emoji !== undefined) onEmoji(emoji.name);
  };
  return (
    <ToolButton
      icon="smile"
      label={composeWords().emoji}
      popup="dialog"
      onClick={(event) => void choose(event.currentTarget as Element)}
    />
  );
}
