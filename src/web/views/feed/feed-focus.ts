const rowKey = (target: EventTarget | null): string | undefined =>
  (target instanceof Element && target.closest("[data-row]")?.getAttribute("data-row")) || undefined;

/** True if a menu or picker is open. It may be anchored to a button of the row, so the row must keep its actions. */
const hasPopover = (): boolean => document.querySelector("[popover=auto]:popover-open") !== null;

/** Tracks pointer and focus to determine which row of a feed shows its actions. */
export class HighlightedRow {
  /** Keys of the row under the pointer and of the row with the focus. */
  #hovered: string | undefined;
  #focused: string | undefined;
  /** The row that Tab leads to. */
  #active: string | undefined;
  /**
   * True if the last press was a touch. On touch screens, a pressed row shows its actions because it gets the focus.
   */
  #isTouched = false;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The row that shows its actions: the one under the pointer, otherwise the focused one. */
  get key(): string | undefined {
    return this.#hovered ?? this.#focused;
  }

  get hasFocus(): boolean {
    return this.#focused !== undefined;
  }

  get active(): string | undefined {
    return this.#active;
  }

  /** Ignores the pointer until it moves, because the keyboard is in use. */
  ignorePointer(): void {
    if (this.#hovered === undefined) return;
    this.#hovered = undefined;
    this.#changed();
  }

  readonly onPointerOver = (event: PointerEvent): void => {
    if (event.pointerType === "touch" || hasPopover()) return;
    const hovered = rowKey(event.target);
    if (hovered === undefined || hovered === this.#hovered) return;
    this.#hovered = hovered;
    this.#changed();
  };

  readonly onPointerDown = (event: PointerEvent): void => {
    this.#isTouched = event.pointerType === "touch";
  };

  readonly onPointerLeave = (): void => {
    if (!hasPopover()) this.ignorePointer();
  };

  readonly onFocusIn = (event: FocusEvent): void => {
    const active = rowKey(event.target) ?? this.#active;
    const isMeant = this.#isTouched || (event.target instanceof Element && event.target.matches(":focus-visible"));
    const focused = isMeant ? rowKey(event.target) : undefined;
    if (focused === this.#focused && active === this.#active) return;
    this.#focused = focused;
    this.#active = active;
    this.#changed();
  };

  readonly onFocusOut = (event: FocusEvent): void => {
    if (rowKey(event.relatedTarget) !== undefined || this.#focused === undefined || hasPopover()) return;
    this.#focused = undefined;
    this.#changed();
  };
}

/**
 * Makes Tab, in both directions, enter a feed at the message being read. Otherwise the focus would go to the first or
 * last link in the document, which can be far away. Returns a function that undoes this.
 */
export function enterAtMessage(
  viewport: HTMLElement,
  list: HTMLElement,
  messageNow: () => HTMLElement | undefined,
): () => void {
  /** Scroll position when Tab was pressed outside the list. */
  let scrolled: number | undefined;
  const pressed = ({ key }: KeyboardEvent) => {
    scrolled = key === "Tab" && !list.contains(document.activeElement) ? viewport.scrollTop : undefined;
  };
  const came = ({ target }: FocusEvent) => {
    const before = scrolled;
    scrolled = undefined;
    if (before === undefined) return;
    viewport.scrollTop = before;
    const message = messageNow();
    if (message !== target) message?.focus({ preventScroll: true });
  };
  document.addEventListener("keydown", pressed, true);
  list.addEventListener("focusin", came);
  return () => {
    document.removeEventListener("keydown", pressed, true);
    list.removeEventListener("focusin", came);
  };
}
