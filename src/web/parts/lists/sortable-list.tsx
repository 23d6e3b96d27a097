import "./lists.css";
import "../button.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { pickersWords } from "../../words/people.ts";
import { announce } from "../announce.ts";
import { Icon } from "../icon.tsx";
import { openMenu } from "../overlays/menu.tsx";
import { tip } from "../overlays/overlays.tsx";
import { moved, placeAt } from "./reordering.ts";

interface SortableListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  readonly nameOf: (item: Item) => string;
  readonly disabled?: boolean;
  readonly row: (item: Item) => ComponentChildren;
  /** Called with the items in their new order. */
  readonly onOrder: (items: readonly Item[]) => void;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** Distance that the pointer has moved, in pixels. */
  readonly by: number;
}

/** Maximum pointer movement during a click, in pixels. */
const SLIP = 4;

/**
 * A list whose rows can be reordered: by dragging their handles, by the menu that clicking a handle opens, or with the
 * arrow keys while a handle has the focus. Escape cancels dragging.
 */
export function SortableList<Item>({ label, items, keyOf, nameOf, ...rest }: SortableListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag>();
  const [focus, setFocus] = useState<string | number>();
  const heights = useRef<readonly number[]>([]);
  /** True if the last press moved the row. The click that follows is then ignored. */
  const isDragged = useRef(false);
  const handles = () => [...(list.current?.querySelectorAll<HTMLElement>(":scope > li > .sortable-handle") ?? [])];
  useLayoutEffect(() => {
    // A row that moves within the document loses the focus.
    if (focus !== undefined) handles()[items.findIndex((item) => keyOf(item) === focus)]?.focus();
    setFocus(undefined);
  }, [focus]);

  const put = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || from === to || to < 0 || to >= items.length) return;
    rest.onOrder(moved(items, from, to));
    setFocus(keyOf(item));
    announce(pickersWords().movedTo(nameOf(item), to + 1, items.length), label);
  };
  const begin = (event: PointerEvent, from: number) => {
    if (event.button !== 0 || rest.disabled === true) return;
    const { clientY: start, pointerId } = event;
    heights.current = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect().height);
    const done = new AbortController();
    isDragged.current = false;
    let to = from;
    const listen = { signal: done.signal };
    const end = (isPut: boolean) => {
      done.abort();
      setDrag(undefined);
      if (isPut) put(from, to);
    };
    window.addEventListener(
      "pointermove",
      (now) => {
        if (now.pointerId !== pointerId) return;
        const by = now.clientY - start;
        isDragged.current ||= Math.abs(by) > SLIP;
        to = placeAt(heights.current, from, by);
        setDrag({ from, to, by });
      },
      listen,
    );
    window.addEventListener("pointerup", () => end(true), listen);
    window.addEventListener("pointercancel", () => end(false), listen);
    window.addEventListener(
      "keydown",
      (now) => {
        if (now.key !== "Escape") return;
        now.preventDefault();
        now.stopPropagation();
        end(false);
      },
      { ...listen, capture: true },
    );
  };
  const choose = (event: MouseEvent, at: number) => {
    // A keyboard click has no preceding press.
    if (event.detail > 0 && isDragged.current) return;
    if (rest.disabled === true || !(event.currentTarget instanceof HTMLElement)) return;
    const item = items[at];
    if (item === undefined) return;
    const { move, moveUp, moveDown } = pickersWords();
    void openMenu(event.currentTarget, move(nameOf(item)), [
      { label: moveUp, icon: "arrow-up", disabled: at === 0, run: () => put(at, at - 1) },
      { label: moveDown, icon: "arrow-down", disabled: at === items.length - 1, run: () => put(at, at + 1) },
    ]);
  };
  const keyDown = (event: KeyboardEvent, at: number) => {
    if (rest.disabled === true || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    event.stopPropagation();
    put(at, at + (event.key === "ArrowUp" ? -1 : 1));
  };
  const shiftOf = (at: number): number => {
    if (drag === undefined) return 0;
    if (at === drag.from) return drag.by;
    const height = heights.current[drag.from] ?? 0;
    if (drag.from < at && at <= drag.to) return -height;
    return drag.to <= at && at < drag.from ? height : 0;
  };
  return (
    <ul ref={list} class="sortable" aria-label={label}>
      {items.map((item, at) => (
        <li
          key={keyOf(item)}
          class={`sortable-row${drag?.from === at ? " sortable-held" : ""}`}
          style={drag === undefined ? undefined : { transform: `translateY(${shiftOf(at)}px)` }}
        >
          {rest.disabled !== true && items.length > 1 && (
            <button
              type="button"
              class="tool-button tool-button-s sortable-handle"
              aria-label={pickersWords().move(nameOf(item))}
              aria-keyshortcuts="ArrowUp ArrowDown"
              aria-haspopup="menu"
              onPointerDown={(event) => begin(event, at)}
              onClick={(event) => choose(event, at)}
              onKeyDown={(event) => keyDown(event, at)}
              {...tip(pickersWords().move(nameOf(item)))}
            >
              <Icon name="grip-vertical" size={15} />
            </button>
          )}
          {rest.row(item)}
        </li>
      ))}
    </ul>
  );
}
