import "./menu.css";
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { ActionName } from "../../keys.ts";
import { loadDeferred } from "../../loads.ts";
import { laterStyle } from "../../style/later-style.ts";
import { ToolButton } from "../button.tsx";
import type { IconName } from "../icon.tsx";
import type { Anchor } from "./anchor.ts";

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  /** A text at the end of the item, in place of the key of its action. */
  readonly hint?: string;
  /** The action that the item does; its key is shown at the end. */
  readonly action?: ActionName;
  /** Whether the item is on, shown by a check mark; with `one`, it is one choice among several. */
  readonly checked?: boolean;
  readonly one?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** An entry of a menu: an item, a line between items, or a title above some of them. False and undefined are left out. */
export type MenuEntry = MenuItem | "line" | { readonly title: string } | false | undefined;

/** The anchor whose menu is open. */
const openAt = signal<Anchor | undefined>(undefined);
let closeOpen = () => {};

/** The entries of a menu, or a promise where they have to be loaded first. */
type MenuEntries = readonly MenuEntry[] | Promise<readonly MenuEntry[]>;

/** Opens a menu beside an element, or at the position of the pointer. */
export async function openMenu(anchor: Anchor, label: string, asked: MenuEntries): Promise<void> {
  closeOpen();
  openAt.value = anchor;
  const onClose = () => {
    if (openAt.value === anchor) openAt.value = undefined;
  };
  try {
    const [{ showMenu }, entries] = await Promise.all([loadDeferred(), asked, laterStyle()]);
    // Another menu can have been opened while the entries were loaded.
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
  /** Returns the entries; called when the menu opens. */
  readonly entries: () => MenuEntries;
}

/** A button that opens a menu and closes it. */
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
        // The press closes an open menu before the click comes, which must then not open it again.
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
