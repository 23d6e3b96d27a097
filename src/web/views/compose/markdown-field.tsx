import { appWords } from "../../words/app.ts";
import "./markdown-field.css";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { isComposed, useAction } from "../../keyboard.ts";
import { newLine } from "../../model/formatting/list.ts";
import { shortLink } from "../../model/formatting/short-link.ts";
import { errorText } from "../../parts/error-text.ts";
import { LoadingIndicator } from "../../parts/progress.tsx";
import { composeWords } from "../../words/compose.ts";
import { surroundingsOf } from "../content/content-surroundings.ts";
import { MessageContent } from "../content/message-content.tsx";
import { applyEdit, fieldOf } from "./apply-edit.ts";
import { pasted } from "./attachments/paste-and-drop.ts";
import { type CompletionContext, useCompletion } from "./completion/use-completion.tsx";
import { type Format, format } from "./format-bar.tsx";

interface MarkdownFieldProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly text: Signal<string>;
  readonly onText: (text: string) => void;
  readonly label: string;
  readonly placeholder: string;
  readonly writing: () => CompletionContext;
  readonly onSend: () => void;
  readonly onLeave: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  /** Called when Enter alone starts a new line at the end of the first line. Not called on touch screens. */
  readonly onNewLine?: () => void;
  /** Called on the up arrow in an empty field. */
  readonly onUp?: () => void;
  readonly readOnly?: boolean;
  readonly hidden?: boolean;
}

/** A Markdown field with completion, formatting keys, list continuation, and pasting of files and HTML. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { area, text, label, placeholder } = props;
  const client = useClient();
  const completion = useCompletion(area, props.writing);
  useAutosize(area, text);
  useLayoutEffect(
    () =>
      text.subscribe((value) => {
        // Typed text is already in the field. Other changes can't be undone with the browser's undo.
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
    if (isComposed(event) || area.current === null) return;
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
        if (edit === undefined) {
          if (!event.shiftKey && !isTouch() && isFirstLine(area.current)) props.onNewLine?.();
          return;
        }
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
        onBlur={() => completion.close()}
        onPaste={(event) =>
          pasted(event, {
            onFiles: props.onFiles,
            shorten: (address) => shortLink(address, client.watch("realm").realm_linkifiers),
          })
        }
      />
      {completion.list}
    </>
  );
}

/** True if Enter alone sends. Never on touch screens, whose keyboards have no other key for a new line. */
const entersSend = ({ enter_sends }: { readonly enter_sends: boolean }) => enter_sends && !isTouch();

const isTouch = () => matchMedia("(pointer: coarse)").matches;

/** True if a field has one line of text, and the caret is at its end. */
const isFirstLine = ({ value, selectionStart }: HTMLTextAreaElement) =>
  value.trim() !== "" && !value.includes("\n") && selectionStart === value.length;

/** Makes a field grow with its text in browsers without native support. Its CSS limits the height. */
function useAutosize(area: RefObject<HTMLTextAreaElement | null>, text: ReadonlySignal<string>): void {
  useLayoutEffect(() => {
    if (CSS.supports("field-sizing", "content")) return;
    return text.subscribe(() => {
      const field = area.current;
      if (field === null) return;
      field.style.blockSize = "auto";
      field.style.blockSize = `${field.scrollHeight}px`;
    });
  }, [area, text]);
}

type PreviewContent = { readonly html: string } | { readonly error: string };

export function Preview({ text }: { readonly text: string }) {
  const client = useClient();
  const { api } = client;
  const [rendered, setRendered] = useState<PreviewContent>();
  useEffect(() => {
    const abort = new AbortController();
    setRendered(undefined);
    if (text.trim() === "") return;
    api.post<{ rendered: string }>("/messages/render", { content: text }, { signal: abort.signal }).then(
      ({ rendered: html }) => setRendered({ html }),
      (error) => abort.signal.aborted || setRendered({ error: errorText(error) }),
    );
    return () => abort.abort();
  }, [api, text]);
  const section = useRef<HTMLElement>(null);
  // Takes the focus from the text field, which is now hidden.
  useLayoutEffect(() => section.current?.focus(), []);
  const compose = composeWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long preview has to be scrollable by keyboard
    <section ref={section} class="composer-preview" aria-label={appWords().preview} tabIndex={0}>
      {text.trim() === "" ? (
        <p class="composer-preview-empty">{compose.previewEmpty}</p>
      ) : rendered === undefined ? (
        <LoadingIndicator />
      ) : "error" in rendered ? (
        <p class="composer-problem">{rendered.error}</p>
      ) : (
        <MessageContent html={rendered.html} surroundings={surroundingsOf(client)} />
      )}
    </section>
  );
}
