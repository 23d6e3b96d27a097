import "./button.css";
import type { ComponentChildren, Ref } from "preact";
import { Icon, type IconName } from "./icon.tsx";
import { Spinner } from "./progress.tsx";

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly icon?: IconName;
  readonly type?: "button" | "submit";
  readonly disabled?: boolean;
  /** Whether the action of the button is under way: the button keeps the focus and ignores presses. */
  readonly busy?: boolean;
  readonly wide?: boolean;
  readonly autofocus?: boolean;
  readonly describedBy?: string;
  readonly elementRef?: Ref<HTMLButtonElement>;
  readonly onClick?: (event: MouseEvent) => void;
}

export function Button({ kind = "plain", type = "button", busy = false, elementRef = null, ...rest }: ButtonProps) {
  return (
    <button
      ref={elementRef}
      type={type}
      class={`button button-${kind}${rest.wide ? " button-wide" : ""}`}
      disabled={rest.disabled}
      autofocus={rest.autofocus}
      aria-disabled={busy || undefined}
      aria-describedby={rest.describedBy}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : rest.icon !== undefined && <Icon name={rest.icon} />}
      <span class="one-line">{rest.children}</span>
    </button>
  );
}
