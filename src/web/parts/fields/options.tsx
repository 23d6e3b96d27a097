import "./options.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { attachToAnchor } from "../overlays/anchor.ts";

interface OptionsProps {
  /** Returns the element to place the options below. It must be rendered before them. */
  readonly below: () => Element | null;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/**
 * The frame around a combobox's list. In the document it is next to the field, so that dialogs don't hide it. Its
 * options have the class "option".
 */
export function Options({ below, children, ...rest }: OptionsProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const anchor = below();
    if (element.current === null || anchor === null) return;
    const detach = attachToAnchor(element.current, anchor);
    element.current.showPopover();
    return detach;
  }, []);
  return (
    <div ref={element} popover="manual" class={rest.class === undefined ? "options" : `options ${rest.class}`}>
      {children}
    </div>
  );
}
