import "../markdown-field.css";
import type { ComponentChildren, RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { isComposed } from "../../../keyboard.ts";
import { useCombobox } from "../../../parts/fields/combobox.ts";
import { Options } from "../../../parts/fields/options.tsx";

interface SuggestInputProps<Thing> {
  readonly class?: string;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly options: readonly Thing[];
  readonly keyOf: (thing: Thing) => string | number;
  readonly row: (thing: Thing) => ComponentChildren;
  readonly onTake: (thing: Thing) => void;
  /** True if any text is valid. Then no option is active until an arrow key is pressed. */
  readonly free?: boolean;
  /** Shown if no option matches. */
  readonly none?: string;
  /** Called on Enter if no option is chosen. */
  readonly onEnter?: () => void;
  /** Called on Backspace in an empty field. */
  readonly onBack?: () => void;
  readonly onBlur?: () => void;
  readonly maxLength?: number;
  readonly input: RefObject<HTMLInputElement | null>;
}

/** A small field with a list of completions next to it. */
export function SuggestInput<Thing>({ options, free = false, input, ...props }: SuggestInputProps<Thing>) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  const shown = open && options.length > 0;
  const combobox = useCombobox({
    label: props.label,
    count: options.length,
    open: shown,
    query: props.text,
    eager: !free,
    tab: props.text !== "",
    onChoose: (index) => {
      const thing = options[index];
      setOpen(false);
      if (thing !== undefined) props.onTake(thing);
    },
    onClose: () => setOpen(false),
  });
  const keyDown = (event: KeyboardEvent) => {
    if (combobox.onKeyDown(event) || isComposed(event)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") setOpen(true);
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) props.onEnter?.();
    // Tab moves directly to the message text. From there, Shift+Tab reaches the buttons in between.
    else if (event.key === "Tab" && !event.shiftKey && free && props.onEnter !== undefined) props.onEnter();
    else if (event.key === "Backspace" && props.text === "") props.onBack?.();
    else return;
    event.preventDefault();
  };
  return (
    <span ref={box} class={props.class === undefined ? "compose-suggest" : `compose-suggest ${props.class}`}>
      <input
        {...combobox.field}
        ref={input}
        dir="auto"
        aria-label={props.label}
        placeholder={props.placeholder}
        value={props.text}
        maxLength={props.maxLength}
        onInput={(event) => {
          setOpen(true);
          props.onText(event.currentTarget.value);
        }}
        onKeyDown={keyDown}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          props.onBlur?.();
        }}
      />
      {open && !shown && props.none !== undefined && props.text !== "" && (
        <Options class="compose-options" below={() => box.current}>
          <p class="compose-none" role="status">
            {props.none}
          </p>
        </Options>
      )}
      {shown && (
        <Options class="compose-options" below={() => box.current}>
          <div {...combobox.list}>
            {options.map((option, index) => (
              <div key={props.keyOf(option)} {...combobox.option(index)} class="option">
                {props.row(option)}
              </div>
            ))}
          </div>
        </Options>
      )}
    </span>
  );
}
