import "./button.css";
import type { ComponentChildren, Ref } from "preact";
import { useState } from "preact/hooks";
import { type ActionName, ariaKeys } from "../keys.ts";
import { Icon, type IconName } from "./icon.tsx";
import { tip } from "./overlays/overlays.tsx";
import { Spinner } from "./progress.tsx";

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly icon?: IconName;
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  /** True while the button's action is running. The button keeps the focus and ignores presses. */
  readonly busy?: boolean;
  readonly wide?: boolean;
  readonly autofocus?: boolean;
  readonly describedBy?: string;
  readonly onClick?: (event: MouseEvent) => void;
  /** The button's action. The button is busy until it settles. */
  readonly run?: () => Promise<unknown>;
}

export function Button({ kind = "plain", type = "button", run, ...rest }: ButtonProps) {
  const [isRunning, setRunning] = useState(false);
  const busy = rest.busy === true || isRunning;
  const begin = async () => {
    setRunning(true);
    await run?.();
    setRunning(false);
  };
  return (
    <button
      type={type}
      class={`button button-${kind}${rest.wide ? " button-wide" : ""}`}
      disabled={rest.disabled}
      autofocus={rest.autofocus}
      aria-disabled={busy || undefined}
      aria-describedby={rest.describedBy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else if (run !== undefined) void begin();
        else rest.onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : rest.icon !== undefined && <Icon name={rest.icon} />}
      <span class="one-line">{rest.children}</span>
    </button>
  );
}

interface ToolButtonProps {
  /** The button's name, shown as its tooltip and read by screen readers. */
  readonly label: string;
  readonly icon: IconName;
  /** The button's action, whose key the tooltip shows. */
  readonly action?: ActionName;
  /** Whether a toggle button is pressed; undefined for other buttons. */
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly popup?: "menu" | "dialog" | "listbox";
  readonly size?: "s" | "m";
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
  readonly elementRef?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent) => void;
  readonly onPointerDown?: (event: PointerEvent) => void;
}

/** An icon-only button. Its children, such as a count or dot, are placed at its corner. */
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
      onClick={rest.onClick}
      onPointerDown={rest.onPointerDown}
      {...tip(label, action)}
    >
      <Icon name={icon} size={size === "s" ? 15 : 17} />
      {rest.children}
    </button>
  );
}
