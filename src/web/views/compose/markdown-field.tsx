import "./markdown-field.css";
import type { Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { newLine } from "../../model/formatting/list.ts";
import { pasted } from "./attachments/paste.ts";
import { useAutosize } from "./autosize.ts";
import { useCompletion, type Writing } from "./completion/use-completion.tsx";
import { applyEdit, fieldOf } from "./editing/apply-edit.ts";
import { type Format, format } from "./formats.ts";

interface MarkdownFieldProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: Signal<string>;
  readonly onText: (text: string) => void;
  /** Its name for those who listen. */
  readonly label: string;
  readonly placeholder: string;
  /** What is near, for what is completed. */
  readonly writing: () => Writing;
  readonly onSend: () => void;
  readonly onLeave: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** The up arrow in an empty field. */
  readonly onUp?: () => void;
  /** The text can be read and copied, and no more. */
  readonly readOnly?: boolean;
  readonly hidden?: boolean;
}

/** A field for Markdown: with completion, the keys of formatting, lists that go on, and pasting. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { area, text, label, placeholder } = props;
  const client = useClient();
  const completion = useCompletion(area, props.writing);
  useAutosize(area, text);
  useLayoutEffect(
    () =>
      text.subscribe((value) => {
        // What was typed stands there already; what else changes the text has no part in what can be undone.
        if (area.current !== null && area.current.value !== value) area.current.value = value;
      }),
    [area, text],
  );
  const act = (name: Format) => () => format(area.current, name);
  useAction("bold", act("bold"), true, area);
  useAction("italic", act("italic"), true, area);
  useAction("link", act("link"), true, area);
  useAction("code", act("code"), true, area);

  const keyDown = (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own; Safari tells it by the code alone.
    if (event.isComposing || event.keyCode === 229 || area.current === null) return;
    if (completion.keyDown(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Enter" && !event.altKey) {
      const sends =
        event.ctrlKey || event.metaKey || (!event.shiftKey && entersSend(client.watch("account").user_settings));
      if (sends) props.onSend();
      else {
        const edit = newLine(fieldOf(area.current));
        if (edit === undefined) return;
        applyEdit(area.current, edit);
      }
      event.preventDefault();
    } else if (event.key === "Escape" && plain) {
      event.preventDefault();
      props.onLeave();
    } else if (event.key === "ArrowUp" && plain && !event.shiftKey && area.current.value === "" && props.onUp) {
      event.preventDefault();
      props.onUp();
    }
  };

  return (
    <>
      <textarea
        ref={area}
        class="compose-text"
        rows={1}
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        readOnly={props.readOnly}
        hidden={props.hidden}
        enterkeyhint="enter"
        {...completion.aria}
        onInput={(event) => {
          props.onText(event.currentTarget.value);
          completion.update();
        }}
        onKeyDown={keyDown}
        onSelect={() => completion.moved()}
        onBlur={() => completion.close()}
        onPaste={(event) => pasted(event, props.onFiles)}
      />
      {completion.list}
    </>
  );
}

/** Whether Enter alone sends. Where a finger types there is no other key for a new line. */
const entersSend = ({ enter_sends }: { readonly enter_sends: boolean }) =>
  enter_sends && !matchMedia("(pointer: coarse)").matches;
