/** The key of the row that contains an event's target. */
const rowOf = (target: EventTarget | null): string | undefined =>
  (target instanceof Element && target.closest("[data-row]")?.getAttribute("data-row")) || undefined;

/** Whether a menu or picker is open. It can be anchored to a button of the row, so the row must keep its actions. */
const hasPopover = (): boolean => document.querySelector("[popover=auto]:popover-open") !== null;

/** Follows the pointer and the focus, to know the row of a feed that shows its actions. */
export class HighlightedRow {
  /** The rows under the pointer and with the focus. */
  #hovered: string | undefined;
  #focused: string | undefined;
  /** The row that the Tab key leads to. */
  #active: string | undefined;
  /** Whether the last press was a touch; then focus by a press shows the actions too. */
  #isTouched = false;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The row that shows its actions: the one under the pointer, otherwise the one with the focus. */
  get key(): string | undefined {
    return this.#hovered ?? this.#focused;
  }

  get hasFocus(): boolean {
    return this.#focused !== undefined;
  }

  get active(): string | undefined {
    return this.#active;
  }

  /** Ignores the pointer until it moves, because the keyboard is used. */
  ignorePointer(): void {
    if (this.#hovered === undefined) return;
    this.#hovered = undefined;
    this.#changed();
  }

  readonly onPointerOver = (event: PointerEvent): void => {
    if (event.pointerType === "touch" || hasPopover()) return;
    const hovered = rowOf(event.target);
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
    const active = rowOf(event.target) ?? this.#active;
    const isMeant = this.#isTouched || (event.target instanceof Element && event.target.matches(":focus-visible"));
    const focused = isMeant ? rowOf(event.target) : undefined;
    if (focused === this.#focused && active === this.#active) return;
    this.#focused = focused;
    this.#active = active;
    this.#changed();
  };

  readonly onFocusOut = (event: FocusEvent): void => {
    if (rowOf(event.relatedTarget) !== undefined || this.#focused === undefined || hasPopover()) return;
    this.#focused = undefined;
    this.#changed();
  };
}

/**
 * Makes the Tab key, in both directions, enter a feed at the message that is being read. Without it, the focus would go to
 * the first or last link in the document, which can be far away. Returns a function that ends it.
 */
export function enterAtMessage(
  viewport: HTMLElement,
  list: HTMLElement,
  messageNow: () => HTMLElement | undefined,
): () => void {
  /** The scroll position when Tab was pressed outside the list. */
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
