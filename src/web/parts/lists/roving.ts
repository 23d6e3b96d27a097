import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

interface Roving {
  /** Which elements inside take part. */
  readonly items: string;
  readonly along: "vertical" | "horizontal" | "both";
  /** Whether the first follows after the last. */
  readonly wrap?: boolean;
  /** Whether typing goes to the item that begins with what was typed. */
  readonly typeahead?: boolean;
}

const TYPING_MS = 700;

const isSeen = (element: HTMLElement) => element.getClientRects().length > 0;

/** The index to go to by a key; undefined where the key is none of its business. Left and right change sides with `rtl`. */
export function step(
  key: string,
  at: { readonly index: number; readonly count: number; readonly rtl: boolean },
  { along, wrap = false }: Pick<Roving, "along" | "wrap">,
): number | undefined {
  const { index, count, rtl } = at;
  if (count === 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const across = along !== "vertical";
  const down = along !== "horizontal";
  const next = (down && key === "ArrowDown") || (across && key === (rtl ? "ArrowLeft" : "ArrowRight"));
  const previous = (down && key === "ArrowUp") || (across && key === (rtl ? "ArrowRight" : "ArrowLeft"));
  if (!next && !previous) return undefined;
  if (index < 0) return next ? 0 : count - 1;
  const to = index + (next ? 1 : -1);
  return wrap ? (to + count) % count : Math.min(Math.max(to, 0), count - 1);
}

/** The item that begins with what was typed, the next one first where it is one letter. */
export function typedTo(texts: readonly string[], typed: string, index: number): number {
  const from = typed.length === 1 ? index + 1 : Math.max(index, 0);
  const order = texts.map((_text, at) => (from + at) % texts.length);
  return order.find((at) => texts[at]?.trim().toLowerCase().startsWith(typed.toLowerCase())) ?? -1;
}

/**
 * Makes a list one stop of the Tab key, within which the arrows lead from item to item. It follows what is added and
 * removed; where the item that had the focus goes, the one that has taken its place gets it.
 */
export function useRoving(
  list: RefObject<HTMLElement | null>,
  { items, along, wrap = false, typeahead = false }: Roving,
) {
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    let typed = "";
    let typedAt = 0;
    let last = 0;
    const all = () => [...element.querySelectorAll<HTMLElement>(items)].filter(isSeen);
    const makeStop = (index: number) => {
      for (const [at, item] of all().entries()) item.tabIndex = at === index ? 0 : -1;
    };
    const tidy = () => {
      const present = all();
      const focused = present.indexOf(document.activeElement as HTMLElement);
      const chosen = present.findIndex((item) =>
        item.matches("[aria-selected=true], [aria-checked=true], [aria-current]"),
      );
      const stop = present.findIndex((item) => item.tabIndex === 0 && item.hasAttribute("tabindex"));
      makeStop(focused >= 0 ? focused : Math.max(stop >= 0 ? stop : chosen, 0));
    };
    const keyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const present = all();
      const index = present.indexOf(event.target as HTMLElement);
      if (index < 0) return;
      const rtl = getComputedStyle(element).direction === "rtl";
      let to = step(event.key, { index, count: present.length, rtl }, { along, wrap });
      if (to === undefined && typeahead && event.key.length === 1 && (event.key !== " " || typed !== "")) {
        typed = event.timeStamp - typedAt < TYPING_MS ? typed + event.key : event.key;
        typedAt = event.timeStamp;
        const found = typedTo(
          present.map((item) => item.textContent ?? ""),
          typed,
          index,
        );
        if (found >= 0) to = found;
      }
      if (to === undefined) return;
      event.preventDefault();
      present[to]?.focus();
    };
    const focusIn = (event: FocusEvent) => {
      const index = all().indexOf(event.target as HTMLElement);
      if (index < 0) return;
      last = index;
      makeStop(index);
    };
    const observer = new MutationObserver((changes) => {
      const lost = changes.some(({ removedNodes }) =>
        [...removedNodes].some((node) => node instanceof Element && (node.matches(items) || node.querySelector(items))),
      );
      tidy();
      if (lost && hadFocus && document.activeElement === document.body) {
        const present = all();
        present[Math.min(last, present.length - 1)]?.focus();
      }
    });
    let hadFocus = false;
    const track = (event: FocusEvent) => {
      // An element that is removed loses the focus without a target that gets it.
      hadFocus = event.type === "focusin" || event.relatedTarget === null;
    };
    tidy();
    observer.observe(element, { childList: true, subtree: true });
    element.addEventListener("keydown", keyDown);
    element.addEventListener("focusin", focusIn);
    element.addEventListener("focusin", track);
    element.addEventListener("focusout", track);
    return () => {
      observer.disconnect();
      element.removeEventListener("keydown", keyDown);
      element.removeEventListener("focusin", focusIn);
      element.removeEventListener("focusin", track);
      element.removeEventListener("focusout", track);
    };
  }, [list, items, along, wrap, typeahead]);
}
