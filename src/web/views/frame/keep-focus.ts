import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import type { Route } from "../../model/routes/place.ts";

const REACHED = "a[href], button:not(:disabled), input:not(:disabled), textarea, select, summary, [tabindex]";

/** Elements that open over or next to the page, and return the focus when they close. */
const ABOVE = "dialog, [popover], .shell-details";

/** The parts of the page. When an element disappears, the focus stays in the same part. */
const PARTS = `${ABOVE}, nav, main`;

/** Elements that contain a list of similar elements. */
const LISTS = "ul, ol, tbody, dl, [role=feed], [role=list], [role=listbox], [role=toolbar]";

const isUsable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.checkVisibility() && !element.matches(":disabled");

/** Returns the focused element and its focusable ancestors, up to the part of the page. */
function wayOf(element: Element): HTMLElement[] {
  const way: HTMLElement[] = [];
  for (let at: Element | null | undefined = element; at && !at.matches(PARTS); at = at.parentElement?.closest(REACHED))
    if (at instanceof HTMLElement) way.push(at);
  return way;
}

const usableIn = (within: Element): HTMLElement[] => [...within.querySelectorAll(REACHED)].filter(isUsable);

/** Finds the element closest to a removed one. */
function nearest({ target, nextSibling, previousSibling }: MutationRecord): HTMLElement | undefined {
  if (!(target instanceof Element) || !target.isConnected) return undefined;
  const of = (node: Node | null) =>
    node instanceof Element && node.isConnected
      ? [node, ...usableIn(node)].find((one) => one.matches(REACHED))
      : undefined;
  const inPlace = target.matches(LISTS) ? (of(nextSibling) ?? of(previousSibling)) : undefined;
  if (inPlace instanceof HTMLElement) return inPlace;
  const before = previousSibling?.isConnected ? previousSibling : target;
  const isBefore = (one: Element) =>
    before === target
      ? (target.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
      : before.contains(one) || (before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  const part = target.closest(PARTS);
  return part === null ? undefined : usableIn(part).findLast((one) => one !== part && isBefore(one));
}

/** Prevents losing the focus, which would make keyboards and screen readers start at the top of the page again. */
class FocusKeeper {
  /** The last element that had the focus, anywhere. */
  #last: Element | undefined;
  /**
   * The last focused element of the page itself, followed by its focusable ancestors. Elements in dialogs and popovers
   * don't count.
   */
  #onPage: readonly HTMLElement[] = [];
  #isOtherPlace = false;

  readonly came = ({ target }: Pick<FocusEvent, "target">): void => {
    if (!(target instanceof Element) || target === document.body) return;
    this.#last = target;
    if (target.closest(ABOVE) === null) this.#onPage = wayOf(target);
  };

  /** Moves the focus to the heading of the place that is about to be shown. */
  placeChanges(): void {
    this.#isOtherPlace = true;
    this.#checkSoon();
  }

  readonly changed = (records: readonly MutationRecord[]): void => {
    if (records.some(({ type, target }) => type === "attributes" && target === document.activeElement))
      this.#checkSoon();
    this.#check(records);
  };

  /** Checks the focus after the page is painted, because disabled or hidden elements lose it only then. */
  #checkSoon(): void {
    requestAnimationFrame(() => requestAnimationFrame(() => this.#check([])));
  }

  #check(records: readonly MutationRecord[]): void {
    const { activeElement, body } = document;
    const isNowhere = activeElement === body || activeElement === null;
    // Screens that load late have no heading until they are loaded.
    const isWaiting = this.#isOtherPlace && activeElement?.matches("main");
    if (!isNowhere && !isWaiting) {
      if (records.length === 0) this.#isOtherPlace = false;
      return;
    }
    if (this.#isOtherPlace) {
      this.#enterPlace();
      return;
    }
    const last = this.#last;
    if (last === undefined) return;
    // The element still exists, so losing the focus was intended.
    if (isUsable(last)) {
      this.#last = undefined;
      return;
    }
    const removed = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
    // While a modal dialog is open, only elements in it can have the focus.
    const dialog = [...document.querySelectorAll("dialog:modal")].at(-1);
    const kept = dialog === undefined ? this.#onPage.find(isUsable) : undefined;
    const next = kept ?? (removed && nearest(removed)) ?? (dialog && usableIn(dialog)[0]);
    if (next === undefined) this.#enterPlace();
    else next.focus({ preventScroll: true });
  }

  /** Focuses the place's heading, so that screen readers read it. */
  #enterPlace(): void {
    const heading = document.querySelector<HTMLElement>("main h1");
    this.#isOtherPlace = heading === null;
    heading?.setAttribute("tabindex", "-1");
    (heading ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
  }
}

/**
 * Keeps the focus on the page. When the focused element disappears, focuses an ancestor, its replacement, or a
 * preceding element. When a place other than `opened` is shown, focuses its heading, unless the view has already
 * focused a better target.
 */
export function keepFocus(client: Client, opened: Route): void {
  const keeper = new FocusKeeper();
  // The user may have focused something before this was loaded.
  keeper.came({ target: document.activeElement });
  document.addEventListener("focusin", keeper.came);
  const watched = { childList: true, subtree: true, attributeFilter: ["disabled"] };
  new MutationObserver(keeper.changed).observe(document.body, watched);
  let before = opened;
  effect(() => {
    const place = client.place.value;
    // The user may have gone to another place before this was loaded.
    if (place !== before) keeper.placeChanges();
    before = place;
  });
}

/**
 * Moves the focus from a field to the place's content: to the message that Tab leads to if it is visible, so that
 * reading continues there, otherwise to the main part. On touch screens always to the main part, because a focused
 * message shows its actions.
 */
export function focusContent(): void {
  const message = document.querySelector<HTMLElement>('[role=feed] article[tabindex="0"]');
  const view = message?.closest(".feed-viewport")?.getBoundingClientRect();
  const box = message?.getBoundingClientRect();
  const isInSight = view !== undefined && box !== undefined && box.top < view.bottom && box.bottom > view.top;
  const target = isInSight && !matchMedia("(pointer: coarse)").matches ? message : undefined;
  (target ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}

/** The parts of the page, in the order a key cycles through them. */
const PANES = ".shell-nav, .shell-main, .composer, .shell-details";

/** Focusable elements of a part, best first: current link, current message, text, any control. */
const ENTRIES = [
  '[aria-current="page"]',
  'article[tabindex="0"]',
  "textarea",
  "a[href], button:not(:disabled), input:not(:disabled)",
];

const isSeen = (element: Element): boolean => element.getClientRects().length > 0;

/** Moves the focus to the next or previous part of the page. */
export function stepPane(by: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(PANES)].filter(isSeen);
  const { activeElement } = document;
  const within = panes.findLastIndex((pane) => pane.contains(activeElement));
  // If the place's heading has the focus, the next part is the place itself.
  const present = within - Number(by === 1 && activeElement?.matches("main, main h1") === true);
  const to = present < 0 && by === -1 ? panes.length - 1 : (present + by + panes.length) % panes.length;
  const next = panes[to];
  const targets = ENTRIES.flatMap((entry) => [...(next?.querySelectorAll<HTMLElement>(entry) ?? [])]);
  // An inner part, such as the composer, has its own turn, so its elements don't count for the outer part.
  const target = targets.find((one) => isSeen(one) && one.closest(PANES) === next);
  (target ?? next)?.focus();
}
