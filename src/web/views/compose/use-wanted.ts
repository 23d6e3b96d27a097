import { useLayoutEffect, useRef } from "preact/hooks";
import type { Composition } from "./composition.ts";

/** Gives a field the focus when the composition wants it: at once, or when it is shown. */
export function useWanted(composition: Composition, which: "target" | "text", field: () => HTMLElement | null): void {
  const give = useRef(() => {});
  give.current = () => {
    const element = composition.wants.value === which ? field() : null;
    element?.focus();
    if (element !== null && document.activeElement === element) composition.wants.value = undefined;
  };
  useLayoutEffect(() => composition.wants.subscribe(() => give.current()), [composition]);
  useLayoutEffect(() => give.current());
}
