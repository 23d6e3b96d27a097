import { useComputed } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { capsOf, keyHint } from "../../keys.ts";
import { Icon } from "../../parts/icon.tsx";
import { ToolButton } from "../../parts/tool-button.tsx";
import { composeWords } from "../../words/compose.ts";
import type { Attachments } from "./attachments/attachments.ts";
import type { Composition } from "./composition.ts";
import { openSendLater } from "./dialogs/send-later.ts";
import { EmojiButton } from "./emoji-button.tsx";
import { FormatBar } from "./format-bar.tsx";
import { InsertMenu } from "./insert-menu.tsx";
import { lengthOf } from "./message-length.ts";
import type { Problem } from "./problems.ts";
import { conversationOfTarget } from "./target/target.ts";

/** The number of characters before the limit at which the counter appears. */
const COUNTER_FROM = 500;

interface ComposerBarProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly composition: Composition;
  readonly attachments: Attachments;
  readonly previewing: boolean;
  readonly onPreview: () => void;
  readonly blocked: Problem | undefined;
  readonly send: () => void;
}

/** The bar below the text: files, emoji, formatting, preview, and sending now or later. */
export function ComposerBar({
  area,
  composition,
  attachments,
  previewing,
  onPreview,
  blocked,
  send,
}: ComposerBarProps) {
  const client = useClient();
  const compose = composeWords();
  const chooser = useRef<HTMLInputElement>(null);
  const sendLater = (button: Element) => {
    const to = conversationOfTarget(composition.target.value, client.watch().user_id);
    if (blocked !== undefined || to === undefined) return send();
    const content = composition.text.value;
    openSendLater(button, client, { to, content, onDone: () => composition.clear() });
  };
  return (
    <div class="composer-bar">
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          attachments.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <ToolButton icon="paperclip" label={compose.attach} onClick={() => chooser.current?.click()} />
      <EmojiButton onEmoji={(name) => composition.insert(`:${name}: `)} />
      <FormatBar area={area} />
      <InsertMenu composition={composition} />
      <ToolButton
        icon={previewing ? "pencil" : "eye"}
        label={previewing ? compose.writeOn : compose.preview}
        action="preview"
        pressed={previewing}
        onClick={onPreview}
      />
      <Hint composition={composition} />
      <span class="composer-sends">
        <button type="button" class="composer-send" aria-disabled={blocked !== undefined} onClick={() => send()}>
          <span class="composer-send-text">{compose.send}</span>
          <Icon name="send-horizontal" size={15} />
        </button>
        <button
          type="button"
          class="composer-send composer-send-more"
          aria-label={compose.sendMore}
          aria-haspopup="menu"
          aria-disabled={blocked !== undefined}
          onClick={(event) => sendLater(event.currentTarget)}
        >
          <Icon name="chevron-down" size={15} />
        </button>
      </span>
    </div>
  );
}

/** Shows how many characters are left if that is few, otherwise the key that sends. */
function Hint({ composition }: { readonly composition: Composition }) {
  const client = useClient();
  const most = client.watch("realm").max_message_length;
  const { enter_sends } = client.watch("account").user_settings;
  const left = useComputed(() => {
    const { value } = composition.text;
    // Most texts are far from the limit, so counting their code points is avoided.
    return value.length < most - COUNTER_FROM ? undefined : most - lengthOf(value.trim());
  }).value;
  const compose = composeWords();
  if (left === undefined || left > COUNTER_FROM) {
    const key = enter_sends ? (capsOf("Enter")[0] ?? "") : (keyHint("send") ?? "");
    return <span class="composer-hint">{compose.enterSends(key)}</span>;
  }
  return (
    <span class={`composer-hint composer-count${left < 0 ? " composer-over" : ""}`} role="status">
      {left < 0 ? compose.over(-left) : compose.left(left)}
    </span>
  );
}
