import { pickersWords } from "../../words/pickers.ts";
import "./pill-input.css";
import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { announce } from "../announce.ts";
import { Icon } from "../icon.tsx";
import { useCombobox } from "./combobox.ts";
import { FieldFrame, framed } from "./field.tsx";
import { Options } from "./options.tsx";

export interface Pill {
  readonly id: string | number;
  readonly label: string;
  /** The picture before the label: an avatar or the sign of a channel. */
  readonly before?: ComponentChildren;
  /** A text that tells it apart from others of the same name. */
  readonly detail?: string;
}

interface PillInputProps {
  readonly label: string;
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly autofocus?: boolean;
  readonly disabled?: boolean;
  readonly pills: readonly Pill[];
  /** Returns the best matches for the typed text, without those that are chosen already. */
  readonly search: (typed: string) => readonly Pill[];
  /** Makes a pill of the typed text itself, such as an address; undefined where the text is not valid. */
  readonly read?: (typed: string) => Pill | undefined;
  readonly onAdd: (pill: Pill) => void;
  readonly onRemove: (pill: Pill) => void;
  /** Called when Enter is pressed with nothing typed. */
  readonly onEnter?: () => void;
}

/** A field for several values that are found by typing. Each becomes a pill, which Backspace or its cross removes. */
export function PillInput({ pills, search, read, onAdd, onRemove, onEnter, ...rest }: PillInputProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [focused, setFocused] = useState(false);
  const { label, hint, error, quiet = false } = rest;
  const open = focused && typed.trim() !== "";
  const found = open ? search(typed.trim()) : [];
  const add = (pill: Pill) => {
    setTyped("");
    onAdd(pill);
    announce(pill.label, id);
  };
  const remove = (pill: Pill) => {
    onRemove(pill);
    announce(pickersWords().removed(pill.label), id);
    input.current?.focus();
  };
  const takeTyped = () => {
    const pill = typed.trim() === "" ? undefined : read?.(typed.trim());
    if (pill !== undefined) add(pill);
    return pill !== undefined;
  };
  const combobox = useCombobox({
    label,
    count: found.length,
    open: open && found.length > 0,
    query: typed,
    tab: true,
    onChoose: (index) => {
      const pill = found[index];
      if (pill !== undefined) add(pill);
    },
    onClose: () => setTyped(""),
  });
  const keyDown = (event: KeyboardEvent) => {
    if (combobox.onKeyDown(event) || event.isComposing) return;
    const last = pills.at(-1);
    if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last);
    else if (event.key === "Enter" || event.key === ",") {
      if (takeTyped() || event.key === "Enter") event.preventDefault();
      if (event.key === "Enter" && typed === "") onEnter?.();
    }
  };
  return (
    <FieldFrame {...{ id, label, hint, error, quiet }}>
      <div
        ref={box}
        class="field-input pill-input"
        onPointerDown={(event) => {
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        {pills.map((pill) => (
          <span key={pill.id} class="pill">
            {pill.before}
            <span class="one-line">{pill.label}</span>
            <button
              type="button"
              class="pill-remove"
              aria-label={pickersWords().remove(pill.label)}
              disabled={rest.disabled}
              onClick={() => remove(pill)}
            >
              <Icon name="x" size={13} />
            </button>
          </span>
        ))}
        <input
          {...framed(id, { hint, error })}
          {...combobox.field}
          ref={input}
          type="text"
          class="pill-typed"
          value={typed}
          disabled={rest.disabled}
          autofocus={rest.autofocus}
          placeholder={pills.length === 0 ? rest.placeholder : undefined}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={keyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false);
            takeTyped();
          }}
        />
      </div>
      {open && found.length > 0 && (
        <Options below={() => box.current}>
          <div {...combobox.list}>
            {found.map((pill, index) => (
              <div key={pill.id} {...combobox.option(index)} class="option">
                {pill.before}
                <span class="one-line">{pill.label}</span>
                {pill.detail !== undefined && <span class="option-detail one-line">{pill.detail}</span>}
              </div>
            ))}
          </div>
        </Options>
      )}
      {open && found.length === 0 && (
        <p class="field-hint" role="status">
          {pickersWords().noResults}
        </p>
      )}
    </FieldFrame>
  );
}
