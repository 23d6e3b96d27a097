import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Composition } from "./composition.ts";

/**
 * `idle` is true while the text is empty and the last click was outside the composer. Phones hide the bar then: only after
 * the click, because the target of the click would move away if the layout changed before it.
 */
export function useIdle(composition: Composition): {
  readonly idle: ReadonlySignal<boolean>;
  readonly engage: () => void;
} {
  const engaged = useSignal(false);
  useEffect(() => {
    const pressed = ({ target }: MouseEvent) => {
      // Dialogs and popovers can have been opened by the composer.
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
