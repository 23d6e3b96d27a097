import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

interface Roving {
  /** Selector of the elements that the arrow keys move between. */
  readonly items: string;
  readonly along: "vertical" | "horizontal" | "both";
  /** True if the arrow keys wrap around between the first and last item. */
  readonly wrap?: boolean;
  /** True if typing moves to the item that starts with the typed text. */
  readonly typeahead?: boolean;
}

const TYPING_MS = 700;

const isSeen = (element: HTMLElement) => element.getClientRects().length > 0;

/**
 * Returns the index that a key leads to, or undefined if the key doesn't move within the list. With `rtl`, left and
 * right are swapped.
 */
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

/**
 * Returns the index of the item that starts with the typed text, or -1. For a single letter, the search starts at the
 * next item.
 */
export function typedTo(texts: readonly string[], typed: string, index: number): number {
  const from = typed.length === 1 ? index + 1 : Math.max(index, 0);
  const order = texts.map((_text, at) => (from + at) % texts.length);
  return order.find((at) => texts[at]?.trim().toLowerCase().startsWith(typed.toLowerCase())) ?? -1;
}

/**
 * Makes a list a single Tab stop whose items are reached with the arrow keys. Also handles items added or removed
 * later. If the focused item is removed, the item that takes its place gets the focus.
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
      // When a focused element is removed, no other element gets the focus.
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
