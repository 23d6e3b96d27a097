import { useState } from "preact/hooks";
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
  /** The action of the button, which is busy until it is over. */
  readonly run?: () => Promise<unknown>;
}

export function Button({ kind = "plain", type = "button", elementRef = null, run, ...rest }: ButtonProps) {
  const [isRunning, setRunning] = useState(false);
  const busy = rest.busy === true || isRunning;
  const begin = async () => {
    setRunning(true);
    await run?.();
    setRunning(false);
  };
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
        else if (run !== undefined) void begin();
        else rest.onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : rest.icon !== undefined && <Icon name={rest.icon} />}
      <span class="one-line">{rest.children}</span>
    </button>
  );
}
