import "./popover.css";
import { type ActionName, actionKeys, capsOf } from "../../keys.ts";
import { attachToAnchor } from "./anchor.ts";

const DELAY_MS = 450;
/** How long after a tooltip the next one is shown without a delay. */
const WARM_MS = 600;

let bubble: HTMLElement | undefined;
let shownFor: Element | undefined;
let detach = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = Number.NEGATIVE_INFINITY;

function fill(element: HTMLElement, target: HTMLElement): void {
  const action = target.dataset["tipAction"] as ActionName | undefined;
  const key = action && actionKeys(action)[0];
  const caps = key === undefined ? [] : capsOf(key);
  const keyCaps = caps.map((cap) => {
    const kbd = document.createElement("kbd");
    kbd.textContent = cap;
    return kbd;
  });
  element.replaceChildren(target.dataset["tip"] ?? "", ...keyCaps);
}

function show(target: HTMLElement): void {
  if (!target.isConnected || target.getAttribute("aria-expanded") === "true") return;
  if (bubble === undefined) {
    bubble = document.createElement("div");
    bubble.className = "tooltip";
    bubble.popover = "manual";
    // The tooltip repeats the button's name, which screen readers have already read.
    bubble.setAttribute("aria-hidden", "true");
    document.body.append(bubble);
  }
  hide();
  fill(bubble, target);
  detach = attachToAnchor(bubble, target);
  bubble.showPopover();
  shownFor = target;
}

function showFocused(target: HTMLElement): void {
  if (document.activeElement === target) show(target);
}

function hide(): void {
  clearTimeout(timer);
  if (shownFor === undefined) return;
  detach();
  bubble?.hidePopover();
  shownFor = undefined;
  hiddenAt = performance.now();
}

const tipped = (event: Event): HTMLElement | null =>
  event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tip]") : null;

function pointed(event: PointerEvent): void {
  const target = tipped(event);
  if (target !== null && target === shownFor) return;
  if (event.target instanceof Element && event.target === bubble) return;
  clearTimeout(timer);
  const warm = shownFor !== undefined || performance.now() - hiddenAt < WARM_MS;
  hide();
  if (target === null || event.pointerType === "touch") return;
  timer = setTimeout(show, warm ? 0 : DELAY_MS, target);
}

/** Enables tooltips: after a delay for the pointer, immediately for keyboard focus. Esc hides them. */
export function startTooltips(): void {
  document.addEventListener("pointerover", pointed);
  document.addEventListener("pointerdown", hide, true);
  document.addEventListener("scroll", hide, { capture: true, passive: true });
  document.addEventListener("focusin", (event) => {
    const target = tipped(event);
    hide();
    // Delayed, because the focus may move while a popover is being shown. No other popover can be shown during that
    // time.
    if (target?.matches(":focus-visible")) timer = setTimeout(showFocused, 0, target);
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide(), true);
  // A button may have been focused before this code was loaded.
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.matches("[data-tip]:focus-visible")) show(activeElement);
}
