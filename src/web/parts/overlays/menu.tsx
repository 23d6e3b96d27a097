import "./menu.css";
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ActionName } from "../../keys.ts";
import { onDemand } from "../../loads.ts";
import { laterStyle } from "../../style/later-style.ts";
import type { IconName } from "../icon.tsx";
import { ToolButton } from "../tool-button.tsx";
import type { Anchor } from "./anchor.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** Stands at the end, where no key of an action does. */
  readonly hint?: string;
  /** The action that it does, whose key stands beside it. */
  readonly action?: ActionName;
  /** Whether it is on: a mark, or one choice of several with `one`. */
  readonly checked?: boolean;
  readonly one?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** A menu is made of items, lines between them, and titles above some of them. */
export type MenuEntry = MenuItem | "line" | { readonly title: string } | false | undefined;

/** The anchor whose menu is open. */
const openAt = signal<Anchor | undefined>(undefined);
let closeOpen = () => {};

/** What a menu offers, which may have to be loaded first. */
type MenuEntries = readonly MenuEntry[] | Promise<readonly MenuEntry[]>;

/** Opens a menu beside an element, or where the pointer is. */
export async function openMenu(anchor: Anchor, label: string, asked: MenuEntries): Promise<void> {
  closeOpen();
  openAt.value = anchor;
  const onClose = () => {
    if (openAt.value === anchor) openAt.value = undefined;
  };
  try {
    const [{ showMenu }, entries] = await Promise.all([onDemand(), asked, laterStyle()]);
    // Another one may have been opened meanwhile.
    if (openAt.value === anchor) closeOpen = showMenu({ anchor, label, entries, onClose });
  } catch {
    onClose();
  }
}

interface MenuButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly action?: ActionName;
  readonly size?: "s" | "m";
  readonly tabIndex?: number;
  /** Asked when it opens. */
  readonly entries: () => MenuEntries;
}

/** A button that opens a menu, and closes it again. */
export function MenuButton({ entries, ...rest }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const expanded = openAt.value !== undefined && openAt.value === button.current;
  return (
    <ToolButton
      {...rest}
      elementRef={button}
      popup="menu"
      expanded={expanded}
      onPointerDown={() => {
        // A press beside an open menu closes it before the click comes.
        wasOpen.current = expanded;
      }}
      onClick={(event) => {
        const toggled = wasOpen.current && event.detail > 0;
        wasOpen.current = false;
        if (!toggled) void openMenu(event.currentTarget as Element, rest.label, entries());
      }}
    />
  );
}
