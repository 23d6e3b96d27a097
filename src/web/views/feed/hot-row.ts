/** The row of a feed that something is in. */
const rowOf = (target: EventTarget | null): string | undefined =>
  (target instanceof Element && target.closest("[data-row]")?.getAttribute("data-row")) || undefined;

/** Whether a menu or picker is open: it may stand beside a button of the message, which has to stay. */
const hasPopover = (): boolean => document.querySelector("[popover=auto]:popover-open") !== null;

/** Which row of a feed somebody means, by the pointer and the keyboard. */
export class HotRow {
  /** The rows whose actions are shown: the one under the pointer, and the one with the focus. */
  #hovered: string | undefined;
  #focused: string | undefined;
  /** The row that the Tab key leads to. */
  #active: string | undefined;
  /** Whether somebody touches the screen: then what they press shows its actions. */
  #isTouched = false;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The one that actions are for: the one under the pointer, else the one with the focus. */
  get key(): string | undefined {
    return this.#hovered ?? this.#focused;
  }

  get hasFocus(): boolean {
    return this.#focused !== undefined;
  }

  get active(): string | undefined {
    return this.#active;
  }

  /** The keyboard leads now, wherever the pointer rests. */
  leavePointer(): void {
    if (this.#hovered === undefined) return;
    this.#hovered = undefined;
    this.#changed();
  }

  readonly pointed = (event: PointerEvent): void => {
    if (event.pointerType === "touch" || hasPopover()) return;
    const hovered = rowOf(event.target);
    if (hovered === undefined || hovered === this.#hovered) return;
    this.#hovered = hovered;
    this.#changed();
  };

  readonly pressed = (event: PointerEvent): void => {
    this.#isTouched = event.pointerType === "touch";
  };

  readonly left = (): void => {
    if (!hasPopover()) this.leavePointer();
  };

  readonly focusCame = (event: FocusEvent): void => {
    const active = rowOf(event.target) ?? this.#active;
    const isMeant = this.#isTouched || (event.target instanceof Element && event.target.matches(":focus-visible"));
    const focused = isMeant ? rowOf(event.target) : undefined;
    if (focused === this.#focused && active === this.#active) return;
    this.#focused = focused;
    this.#active = active;
    this.#changed();
  };

  readonly focusWent = (event: FocusEvent): void => {
    if (rowOf(event.relatedTarget) !== undefined || this.#focused === undefined || hasPopover()) return;
    this.#focused = undefined;
    this.#changed();
  };
}
