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
  /** Text at the item's end, instead of its action's key. */
  readonly hint?: string;
  /** The item's action, whose key is shown at the end. */
  readonly action?: ActionName;
  /** Whether the item is on, shown as a check mark. With `one`, it is one of several exclusive choices. */
  readonly checked?: boolean;
  readonly one?: boolean;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** A menu entry: an item, a separator, or a title above some items. False and undefined are skipped. */
export type MenuEntry = MenuItem | "line" | { readonly title: string } | false | undefined;

const openAt = signal<Anchor | undefined>(undefined);
let closeOpen = () => {};

/** A menu's entries, or a promise if they must be loaded first. */
type MenuEntries = readonly MenuEntry[] | Promise<readonly MenuEntry[]>;

export async function openMenu(anchor: Anchor, label: string, asked: MenuEntries): Promise<void> {
  closeOpen();
  openAt.value = anchor;
  const onClose = () => {
    if (openAt.value === anchor) openAt.value = undefined;
  };
  try {
    const [{ showMenu }, entries] = await Promise.all([loadDeferred(), asked, laterStyle()]);
    // Another menu may have been opened while the entries were loading.
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
  readonly entries: () => MenuEntries;
}

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
        // The press closes an open menu before the click arrives, which must not reopen it.
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
