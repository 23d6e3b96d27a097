import { useRef } from "preact/hooks";
import { ariaKeys, keyHint } from "../../keys.ts";
import { Icon } from "../icon.tsx";
import { useRoving } from "../roving.ts";
import type { Anchor } from "./anchor.ts";
import type { MenuEntry, MenuItem } from "./menu.tsx";
import { useClose } from "./overlays.tsx";
import { Popover, showPopover } from "./popover.tsx";

interface MenuProps {
  readonly anchor: Anchor;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

function Item({ item }: { readonly item: MenuItem }) {
  const close = useClose();
  const kind = item.checked === undefined ? "menuitem" : item.one ? "menuitemradio" : "menuitemcheckbox";
  const key = item.action && keyHint(item.action);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: an item that can be checked has a role that allows it
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
        // Runs once the menu is closed and the focus is restored, so that a dialog opened by the item can later return
        // the focus.
        queueMicrotask(item.run);
      }}
    >
      {item.icon !== undefined && <Icon name={item.icon} />}
      <span class="menu-label">{item.label}</span>
      {item.hint !== undefined && <span class="menu-hint">{item.hint}</span>}
      {item.hint === undefined && key !== undefined && <span class="menu-hint menu-key">{key}</span>}
      {item.checked && <Icon name="check" />}
    </button>
  );
}

function Menu({ anchor, label, entries, onClose }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const close = useClose();
  useRoving(list, { items: "[role^=menuitem]:not(:disabled)", along: "vertical", wrap: true, typeahead: true });
  return (
    <Popover anchor={anchor} label={label} role="menu" class="menu" onClose={onClose}>
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

/** Shows a menu. Returns a function that closes it. */
export const showMenu = (props: MenuProps): (() => void) => showPopover(props.anchor, <Menu {...props} />);
