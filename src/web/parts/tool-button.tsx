import "./tool-button.css";
import type { ComponentChildren, Ref } from "preact";
import { type ActionName, ariaKeys } from "../keys.ts";
import { Icon, type IconName } from "./icon.tsx";
import { tip } from "./overlays/tip.ts";

interface ToolButtonProps {
  /** Names the button for everybody: as its tooltip, and for those who listen. */
  readonly label: string;
  readonly icon: IconName;
  /** The action that it does, whose key the tooltip shows. */
  readonly action?: ActionName;
  /** For a button that stays pressed. */
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly popup?: "menu" | "dialog" | "listbox";
  readonly size?: "s" | "m";
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly tabIndex?: number;
  readonly children?: ComponentChildren;
  readonly elementRef?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent) => void;
  readonly onPointerDown?: (event: PointerEvent) => void;
}

/** A button that is only an icon; what else it holds (a count, a dot) stands at its corner. */
export function ToolButton({ label, icon, action, size = "m", elementRef = null, ...rest }: ToolButtonProps) {
  return (
    <button
      ref={elementRef}
      type="button"
      class={`tool-button tool-button-${size}${rest.danger ? " tool-button-danger" : ""}`}
      aria-label={label}
      aria-pressed={rest.pressed}
      aria-expanded={rest.expanded}
      aria-haspopup={rest.popup}
      aria-keyshortcuts={action && ariaKeys(action)}
      disabled={rest.disabled}
      tabIndex={rest.tabIndex}
      onClick={rest.onClick}
      onPointerDown={rest.onPointerDown}
      {...tip(label, action)}
    >
      <Icon name={icon} size={size === "s" ? 15 : 17} />
      {rest.children}
    </button>
  );
}
