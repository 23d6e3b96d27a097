import type { ComponentChildren, RefObject } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { OptionList } from "./option-list.tsx";

interface SuggestInputProps<Thing> {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly options: readonly Thing[];
  readonly keyOf: (thing: Thing) => string | number;
  readonly row: (thing: Thing) => ComponentChildren;
  readonly onTake: (thing: Thing) => void;
  /** What is typed counts as it stands: nothing is chosen until the arrows choose it. */
  readonly free?: boolean;
  /** Enter, where no option is chosen. */
  readonly onEnter?: () => void;
  /** Backspace in an empty field. */
  readonly onBack?: () => void;
  readonly onBlur?: () => void;
  readonly maxLength?: number;
  readonly invalid?: boolean;
  readonly input?: RefObject<HTMLInputElement | null>;
}

/** A field whose text is completed from a list below it. */
export function SuggestInput<Thing>({ options, free = false, ...props }: SuggestInputProps<Thing>) {
  const id = useId();
  const own = useRef<HTMLInputElement>(null);
  const input = props.input ?? own;
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState(free ? -1 : 0);
  const shown = open && options.length > 0;
  const at = Math.min(chosen, options.length - 1);
  const take = (index: number) => {
    const thing = options[index];
    if (thing === undefined) return;
    setOpen(false);
    props.onTake(thing);
  };
  const move = (by: number) => {
    setOpen(true);
    const lowest = free ? -1 : 0;
    const count = options.length - lowest;
    setChosen(((at - lowest + by + count) % count) + lowest);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Enter" && shown && at >= 0) take(at);
    else if (key === "Enter") props.onEnter?.();
    else if (key === "Tab" && !event.shiftKey && shown && at >= 0 && props.text !== "") {
      // The focus goes on as Tab has it.
      take(at);
      return;
    } else if (key === "Escape" && shown) setOpen(false);
    else if (key === "Backspace" && props.text === "" && props.onBack) props.onBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        ref={input}
        class="compose-suggest"
        role="combobox"
        autocomplete="off"
        dir="auto"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={shown ? id : undefined}
        aria-activedescendant={shown && at >= 0 ? `${id}-${at}` : undefined}
        aria-invalid={props.invalid || undefined}
        placeholder={props.placeholder}
        value={props.text}
        maxLength={props.maxLength}
        onInput={(event) => {
          setOpen(true);
          setChosen(free ? -1 : 0);
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
      {shown && (
        <OptionList
          id={id}
          label={props.label}
          anchor={input}
          options={options}
          keyOf={props.keyOf}
          row={props.row}
          chosen={at}
          onChoose={setChosen}
          onTake={take}
        />
      )}
    </>
  );
}
