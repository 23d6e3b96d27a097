import "./popover.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { rememberCaret } from "../remember-caret.ts";
import { type Anchor, attachToAnchor } from "./anchor.ts";
import { showOverlay, useClose } from "./overlays.tsx";

type Side = "below" | "beside";

interface PopoverProps {
  readonly anchor: Anchor;
  readonly label: string;
  readonly role?: "dialog" | "menu" | "listbox";
  readonly side?: Side;
  readonly class?: string;
  readonly children: ComponentChildren;
  readonly onClose?: () => void;
}

/**
 * A small panel next to an element: a card, a menu, a picker. Esc or a click elsewhere closes it. It takes the focus,
 * and returns it when closed.
 */
export function Popover({ anchor, label, role = "dialog", side = "below", ...rest }: PopoverProps) {
  const element = useRef<HTMLDivElement>(null);
  const remove = useClose();
  const { onClose } = rest;
  useLayoutEffect(() => {
    const popover = element.current;
    if (popover === null) return;
    const before = document.activeElement;
    const restoreCaret = rememberCaret();
    const detach = attachToAnchor(popover, anchor);
    // With a `source`, opening a popover from within another one leaves the outer one open.
    popover.showPopover(anchor instanceof HTMLElement ? { source: anchor } : {});
    const first = popover.querySelector<HTMLElement>("[autofocus], [role^=menuitem]:not(:disabled)");
    (first ?? popover).focus({ preventScroll: true });
    const toggled = (event: Event) => {
      if (event.target === popover && (event as ToggleEvent).newState === "closed") remove();
    };
    popover.addEventListener("toggle", toggled);
    return () => {
      popover.removeEventListener("toggle", toggled);
      const inside = popover.contains(document.activeElement) || document.activeElement === document.body;
      if (popover.matches(":popover-open")) popover.hidePopover();
      detach();
      if (inside && before instanceof HTMLElement) {
        before.focus({ preventScroll: true });
        restoreCaret();
      }
      onClose?.();
    };
    // The popover is opened once. Later changes of the anchor don't move it.
  }, []);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its roles are all named
    <div
      ref={element}
      popover="auto"
      role={role}
      aria-label={label}
      tabIndex={-1}
      class={`popover popover-${side}${rest.class === undefined ? "" : ` ${rest.class}`}`}
    >
      {rest.children}
    </div>
  );
}

/** Returns the dialog around an anchor. The popover must be inside it. */
const dialogAround = (anchor: Anchor): Element | null =>
  (anchor instanceof Element ? anchor : document.activeElement)?.closest("dialog") ?? null;

/** Shows a `Popover`. Returns a function that closes it. */
export const showPopover = (anchor: Anchor, content: ComponentChildren): (() => void) =>
  showOverlay({ kind: "popover", content, within: dialogAround(anchor) });
