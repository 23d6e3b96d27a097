import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../../../client/client.ts";
import { pressedKey } from "../../../keyboard.ts";
import type { MessageId } from "../../../model/ids.ts";
import { Button, ToolButton } from "../../../parts/button.tsx";
import { appWords } from "../../../words/app.ts";
import { attempt } from "../../attempt.ts";

interface LineFormProps {
  readonly label: string;
  /** Button label. */
  readonly action: string;
  readonly value?: string;
  /**
   * Called with the text. If this resolves to true, the field is cleared, unless the user has changed the text since.
   */
  readonly onDone: (text: string) => Promise<boolean>;
  readonly onCancel?: () => void;
}

/** A single-line field with a button. */
export function LineForm({ label, action, value = "", onDone, onCancel }: LineFormProps) {
  const [text, setText] = useState(value);
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // If a button has opened the field, the focus moves from the button to the field.
  useLayoutEffect(() => {
    if (onCancel !== undefined) input.current?.focus();
  }, []);
  const submit = async (event: Event) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === "" || isBusy) return;
    setBusy(true);
    if (await onDone(trimmed)) setText((now) => (now === text ? "" : now));
    setBusy(false);
  };
  return (
    <form class="widget-form" onSubmit={submit}>
      <input
        ref={input}
        class="widget-input"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={1000}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (pressedKey(event) !== "Escape" || onCancel === undefined) return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="submit" kind="quiet" busy={isBusy} disabled={text.trim() === ""}>
        {action}
      </Button>
    </form>
  );
}

interface TitleLineProps {
  readonly title: string;
  /** Shown if the title is empty. */
  readonly fallback: string;
  readonly label: string;
  readonly canEdit: boolean;
  readonly onChange: (title: string) => Promise<boolean>;
}

/** The title of a poll or to-do list. Its author can change the title. */
export function TitleLine({ title, fallback, label, canEdit, onChange }: TitleLineProps) {
  const [isEdited, setEdited] = useState(false);
  const line = useRef<HTMLDivElement>(null);
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (wasEdited.current && isLost) line.current?.querySelector("button")?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (isEdited) {
    return (
      <LineForm
        label={label}
        action={appWords().save}
        value={title}
        onDone={async (text) => {
          if (text !== title && !(await onChange(text))) return false;
          setEdited(false);
          return true;
        }}
        onCancel={() => setEdited(false)}
      />
    );
  }
  return (
    <div class="widget-title" ref={line}>
      <strong>{title === "" ? fallback : title}</strong>
      {canEdit && <ToolButton size="s" icon="pencil" label={label} onClick={() => setEdited(true)} />}
    </div>
  );
}

const lastIndexes = new Map<MessageId, number>();

/**
 * Returns an index for the next option or task that the user adds. `next` may be too low, because the event of the last
 * added option or task may not have arrived yet.
 */
export function unusedIndex(message: MessageId, next: number): number {
  const index = Math.max(next, (lastIndexes.get(message) ?? 0) + 1);
  lastIndexes.set(message, index);
  return index;
}

/** Changes a poll or to-do list with a submessage. Resolves to whether the server accepted it. */
export const changeWidget = (
  client: Client,
  message_id: MessageId,
  change: { readonly type: string; readonly [field: string]: unknown },
) =>
  attempt(client, () =>
    client.api.post("/submessage", { message_id, msg_type: "widget", content: JSON.stringify(change) }),
  );
