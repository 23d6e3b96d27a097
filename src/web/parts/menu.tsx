import "./menu.css";
import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type ActionName, ariaKeys, keyHint } from "../keys.ts";
import type { Anchor } from "./anchor.ts";
import { Icon, type IconName } from "./icon.tsx";
import { useClose } from "./overlays.tsx";
import { Popover, showPopover } from "./popover.tsx";
import { useRoving } from "./roving.ts";
import { ToolButton } from "./tool-button.tsx";

interface MenuItem {
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

interface MenuProps {
  readonly anchor: Anchor;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose?: () => void;
}

function Item({ item }: { readonly item: MenuItem }) {
  const close = useClose();
  const kind = item.checked === undefined ? "menuitem" : item.one ? "menuitemradio" : "menuitemcheckbox";
  const hint = item.hint ?? (item.action && keyHint(item.action));
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: those that can be checked have a role that can
    <button
      type="button"
      role={kind}
      class={`menu-item${item.danger ? " menu-item-danger" : ""}`}
      aria-checked={item.checked}
      aria-keyshortcuts={item.action && ariaKeys(item.action)}
      disabled={item.disabled}
      tabIndex={-1}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
      onClick={() => {
        close();
        // Once the menu is gone and the focus is back, from where a dialog takes it.
        queueMicrotask(item.run);
      }}
    >
      {item.icon !== undefined && <Icon name={item.icon} />}
      <span class="menu-label">{item.label}</span>
      {hint !== undefined && <span class="menu-hint">{hint}</span>}
      {item.checked && <Icon name="check" />}
    </button>
  );
}

function Menu({ anchor, label, entries, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const close = useClose();
  useRoving(list, { items: "[role^=menuitem]:not(:disabled)", along: "vertical", wrap: true, typeahead: true });
  return (
    <Popover anchor={anchor} label={label} role="menu" class="menu" {...(onClose && { onClose })}>
      <div ref={list} class="menu-list" role="none" onKeyDown={(event) => event.key === "Tab" && close()}>
        {entries.map((entry, index) => {
          if (!entry) return null;
          if (entry === "line") return <hr key={index} class="menu-line" />;
          if ("title" in entry) {
            return (
              <div key={entry.title} role="presentation" class="menu-title">
                {entry.title}
              </div>
            );
          }
          return <Item key={entry.label} item={entry} />;
        })}
      </div>
    </Popover>
  );
}

/** The anchor whose menu is open. */
const openAt = signal<Anchor | undefined>(undefined);
let closeOpen = () => {};

/** Opens a menu beside an element, or where the pointer is. */
export function openMenu(anchor: Anchor, label: string, entries: readonly MenuEntry[]): void {
  closeOpen();
  openAt.value = anchor;
  const onClose = () => {
    if (openAt.value === anchor) openAt.value = undefined;
  };
  closeOpen = showPopover(anchor, <Menu anchor={anchor} label={label} entries={entries} onClose={onClose} />);
}

interface MenuButtonProps {
  readonly label: string;
  readonly icon: IconName;
  readonly action?: ActionName;
  readonly size?: "s" | "m";
  readonly tabIndex?: number;
  /** Asked when it opens. */
  readonly entries: () => readonly MenuEntry[] | Promise<readonly MenuEntry[]>;
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
        if (toggled) return;
        const anchor = event.currentTarget as Element;
        const found = entries();
        // What is there is shown in the same moment.
        if (found instanceof Promise)
          found.then(
            (all) => openMenu(anchor, rest.label, all),
            () => undefined,
          );
        else openMenu(anchor, rest.label, found);
      }}
    />
  );
}
