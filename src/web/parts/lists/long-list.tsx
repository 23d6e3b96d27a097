import "./lists.css";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useAction } from "../../keyboard.ts";
import type { ActionName } from "../../keys.ts";

/** Lets a field above a list move the focus into it. */
export interface LongListHandle {
  focusFirst(): void;
}

interface LongListProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Renders a row. All rows have the same height, and each contains a link or button that gets the focus. */
  readonly row: (item: Item) => ComponentChildren;
  /** The key that stores the scroll position until the list is shown again. */
  readonly memory: string;
  readonly handle: RefObject<LongListHandle | null>;
  readonly after?: ComponentChildren;
  /** Called with the items whose rows are rendered, once these have stayed the same for a moment. */
  readonly onShown?: (items: readonly Item[]) => void;
  /** Keyboard actions for the focused row. They must be the same on every render. */
  readonly actions: readonly (readonly [name: ActionName, run: (item: Item) => void])[];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Each list's last scroll position in pixels, by its `memory`. */
const places = new Map<string, number>();

/** Rows rendered above and below the visible ones. */
const ROWS_BEYOND = 12;
const STEP = 6;
const AT_REST_MS = 80;
/** Assumed row height in pixels until one is measured. */
const USUAL_HEIGHT = 58;

/**
 * A virtualized list: only rows near the visible part are rendered. Arrow keys move between rows. The list remembers
 * which row had the focus, even after it is no longer rendered.
 */
export function LongList<Item>({ items, keyOf, row, ...props }: LongListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [height, setHeight] = useState(USUAL_HEIGHT);
  const [range, setRange] = useState<Range>({ from: 0, to: 40 });
  const active = useRef<string | undefined>(undefined);
  const activeAt = useRef(0);
  const hasFocus = useRef(false);
  const wanted = useRef<string | undefined>(undefined);
  const from = Math.min(range.from, Math.max(0, items.length - 1));
  const shown = items.slice(from, range.to);

  const look = () => {
    const [box, rows] = [scroller.current, list.current];
    if (box === null || rows === null) return;
    const top = box.scrollTop - rows.offsetTop;
    const first = Math.floor(top / height) - ROWS_BEYOND;
    const count = Math.ceil(box.clientHeight / height) + 2 * ROWS_BEYOND;
    const next = Math.max(0, Math.floor(first / STEP) * STEP);
    const end = next + Math.ceil(count / STEP) * STEP + STEP;
    if (next !== range.from || end !== range.to) setRange({ from: next, to: end });
  };
  useLayoutEffect(() => {
    const measured = list.current?.firstElementChild?.getBoundingClientRect().height ?? 0;
    if (measured > 0 && Math.abs(measured - height) > 0.5) setHeight(measured);
    look();
  });
  const { memory } = props;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    box.scrollTop = places.get(memory) ?? 0;
    return () => void places.set(memory, box.scrollTop);
  }, [memory]);
  const keys = shown.map(keyOf).join("\n");
  useEffect(() => {
    const timer = setTimeout(() => props.onShown?.(shown), AT_REST_MS);
    return () => clearTimeout(timer);
  }, [keys, items]);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const at = shown.findIndex((item) => keyOf(item) === wanted.current);
    if (at === -1) return;
    wanted.current = undefined;
    focusRow(at);
  });

  const focusRow = (at: number) => {
    const target = list.current?.children[at]?.querySelector<HTMLElement>("a, button");
    target?.focus({ preventScroll: true });
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const activeIndex = () => {
    if (active.current === undefined) return -1;
    const before = items[activeAt.current];
    if (before !== undefined && keyOf(before) === active.current) return activeAt.current;
    return items.findIndex((one) => keyOf(one) === active.current);
  };
  const focusAt = (index: number) => {
    const item = items[Math.max(0, Math.min(items.length - 1, index))];
    if (item === undefined) return;
    wanted.current = keyOf(item);
    const at = items.indexOf(item);
    // A row must be rendered before it can get the focus.
    if (at < from || at >= range.to) {
      const box = scroller.current;
      if (box !== null) box.scrollTop = at * height;
      const first = Math.max(0, at - ROWS_BEYOND);
      setRange({ from: first - (first % STEP), to: at + 2 * ROWS_BEYOND });
    } else {
      wanted.current = undefined;
      focusRow(at - from);
    }
  };
  // If the focused row was removed, the row that took its place gets the focus.
  useLayoutEffect(() => {
    const at = activeIndex();
    if (at !== -1) activeAt.current = at;
    else if (hasFocus.current && document.activeElement === document.body) focusAt(activeAt.current);
  });
  const step = (by: 1 | -1) => focusAt(activeIndex() + by);
  useAction("nextItem", () => step(1));
  useAction("previousItem", () => step(-1));
  const { actions, handle } = props;
  for (const [name, run] of actions) {
    useAction(name, () => {
      const at = list.current?.contains(document.activeElement) ? activeIndex() : -1;
      const item = items[at];
      if (item === undefined) return false;
      run(item);
      return true;
    });
  }
  handle.current = { focusFirst: () => focusAt(0) };

  return (
    <div ref={scroller} class="long-list" onScroll={look} tabIndex={-1}>
      <ul
        ref={list}
        aria-label={props.label}
        style={{
          "padding-block-start": `${from * height}px`,
          "padding-block-end": `${Math.max(0, items.length - from - shown.length) * height}px`,
        }}
        onFocusIn={(event) => {
          const li = (event.target as Element).closest("li");
          const at = li === null ? -1 : [...(list.current?.children ?? [])].indexOf(li);
          const item = shown[at];
          hasFocus.current = true;
          if (item !== undefined) active.current = keyOf(item);
        }}
        onFocusOut={({ relatedTarget }) => {
          // When a focused row is removed, no other element gets the focus.
          hasFocus.current = relatedTarget === null;
        }}
      >
        {shown.map((item, at) => (
          <li key={keyOf(item)} class="long-row" aria-setsize={items.length} aria-posinset={from + at + 1}>
            {row(item)}
          </li>
        ))}
      </ul>
      {props.after}
    </div>
  );
}
