import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Composition } from "./composition.ts";

/**
 * Whether nobody writes: nothing is written, and the last press was elsewhere. On phones the bar is hidden then: after the
 * click, which would miss what it is meant for if that moved before it.
 */
export function useIdle(composition: Composition): {
  readonly idle: ReadonlySignal<boolean>;
  readonly engage: () => void;
} {
  const engaged = useSignal(false);
  useEffect(() => {
    const pressed = ({ target }: MouseEvent) => {
      // What the composer has opened belongs to it.
      if (target instanceof Element && target.closest(".composer, dialog, [popover]") === null) engaged.value = false;
    };
    document.addEventListener("click", pressed, true);
    return () => document.removeEventListener("click", pressed, true);
  }, [engaged]);
  return {
    idle: useComputed(() => !engaged.value && composition.text.value === ""),
    engage: () => {
      engaged.value = true;
    },
  };
}
