import "./options.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { tie } from "../overlays/anchor.ts";

interface OptionsProps {
  /** The element below which they stand, which has drawn itself before. */
  readonly below: () => Element | null;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/**
 * What surrounds the list of a combobox. Its place in the page is beside the field, so that no dialog hides it; what it
 * holds has the class "option".
 */
export function Options({ below, children, ...rest }: OptionsProps) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const anchor = below();
    if (element.current === null || anchor === null) return;
    const untie = tie(element.current, anchor);
    element.current.showPopover();
    return untie;
  }, []);
  return (
    <div ref={element} popover="manual" class={rest.class === undefined ? "options" : `options ${rest.class}`}>
      {children}
    </div>
  );
}
