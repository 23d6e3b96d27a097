import { appWords } from "../../words/app.ts";
import "./picker.css";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { isComposed } from "../../keyboard.ts";
import { indexed, ranked } from "../../model/match.ts";
import { pickersWords } from "../../words/people.ts";
import { announce } from "../announce.ts";
import { Icon } from "../icon.tsx";
import { useCombobox } from "./combobox.ts";
import { FieldFrame, framed } from "./field.tsx";
import { Options } from "./options.tsx";

export interface Pickable<Id> {
  readonly id: Id;
  readonly name: string;
  /** Distinguishes the option from others with the same name. */
  readonly detail?: string;
  /** Another string by which the option is found, such as an email address. */
  readonly alias?: string | null;
  /** Renders what precedes the name: an avatar or channel icon. */
  readonly mark: () => ComponentChildren;
}

export interface PickerProps<Id extends string | number> {
  readonly label: string;
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly autofocus?: boolean;
  readonly disabled?: boolean;
  readonly options: readonly Pickable<Id>[];
  readonly chosen: readonly Id[];
  /** True if only one item can be chosen. Choosing another replaces it. */
  readonly single?: boolean;
  readonly onChange: (chosen: readonly Id[]) => void;
}

const MAX_FOUND = 8;

/** A field for choosing items by typing. Each becomes a pill, removed with Backspace or its cross. */
export function Picker<Id extends string | number>({
  options,
  chosen,
  single = false,
  onChange,
  ...rest
}: PickerProps<Id>) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [focused, setFocused] = useState(false);
  const { label, hint, error, quiet = false } = rest;
  const open = focused && typed.trim() !== "";
  const byId = useMemo(() => new Map(options.map((option) => [option.id, option])), [options]);
  const index = useMemo(
    () => (open ? indexed(options, ({ name, alias }) => (alias == null ? [name] : [name, alias])) : []),
    [options, open],
  );
  // Prevents submitting the form with typed text that no item was chosen for.
  useLayoutEffect(() => input.current?.setCustomValidity(typed.trim() === "" ? "" : pickersWords().notChosen), [typed]);
  const pills = chosen.flatMap((one) => byId.get(one) ?? []);
  const found = ranked(index, typed.trim(), { limit: MAX_FOUND + chosen.length })
    .filter((one) => !chosen.includes(one.id))
    .slice(0, MAX_FOUND);
  const add = (option: Pickable<Id>) => {
    setTyped("");
    onChange(single ? [option.id] : [...chosen, option.id]);
    announce(option.name, id);
  };
  const remove = (pill: Pickable<Id>) => {
    onChange(chosen.filter((one) => one !== pill.id));
    announce(pickersWords().removed(pill.name), id);
    input.current?.focus();
  };
  const combobox = useCombobox({
    label,
    count: found.length,
    open: open && found.length > 0,
    query: typed,
    tab: true,
    onChoose: (at) => {
      const option = found[at];
      if (option !== undefined) add(option);
    },
    onClose: () => setTyped(""),
  });
  const keyDown = (event: KeyboardEvent) => {
    if (combobox.onKeyDown(event) || isComposed(event)) return;
    const last = pills.at(-1);
    if (event.key === "Backspace" && typed === "" && last !== undefined) remove(last);
    else if (event.key === "Enter") event.preventDefault();
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
            {pill.mark()}
            <span class="one-line">{pill.name}</span>
            <button
              type="button"
              class="pill-remove"
              aria-label={appWords().removeNamed(pill.name)}
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
          onBlur={() => setFocused(false)}
        />
      </div>
      {open && found.length > 0 && (
        <Options below={() => box.current}>
          <div {...combobox.list}>
            {found.map((option, at) => (
              <div key={option.id} {...combobox.option(at)} class="option">
                {option.mark()}
                <span class="one-line">{option.name}</span>
                {option.detail !== undefined && <span class="option-detail one-line">{option.detail}</span>}
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
