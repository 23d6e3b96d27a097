import "./option-list.css";
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { tie } from "../../parts/anchor.ts";

interface OptionListProps<Thing> {
  readonly id: string;
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly options: readonly Thing[];
  readonly keyOf: (thing: Thing) => string | number;
  readonly row: (thing: Thing) => ComponentChildren;
  /** -1 where none is chosen. */
  readonly chosen: number;
  readonly onChoose: (at: number) => void;
  readonly onTake: (at: number) => void;
}

/** Options hide neither the field nor what stands around it, unless that fills the window. */
function frameOf(field: HTMLElement): HTMLElement {
  const frame = field.closest<HTMLElement>(".compose-frame");
  return frame !== null && frame.offsetHeight < innerHeight / 2 && !(field instanceof HTMLInputElement) ? frame : field;
}

/** Options beside a field. The focus stays in the field, which names the option that is chosen: its id ends in its place. */
export function OptionList<Thing>({ id, label, anchor, options, chosen, ...rest }: OptionListProps<Thing>) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (list.current === null || anchor.current === null) return;
    const untie = tie(list.current, frameOf(anchor.current));
    list.current.showPopover();
    return untie;
  }, [anchor]);
  useLayoutEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen, options]);
  return (
    <div ref={list} id={id} class="option-list" popover="manual" role="listbox" aria-label={label}>
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        <div
          key={rest.keyOf(option)}
          id={`${id}-${at}`}
          role="option"
          class="option"
          aria-selected={at === chosen}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => at !== chosen && rest.onChoose(at)}
          onClick={() => rest.onTake(at)}
        >
          {rest.row(option)}
        </div>
      ))}
    </div>
  );
}
