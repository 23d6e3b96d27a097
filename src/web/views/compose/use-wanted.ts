import { useLayoutEffect, useRef } from "preact/hooks";
import type { Composition } from "./composition.ts";

/** Gives a field the focus when the composition wants it, also where it has just been shown. */
export function useWanted(composition: Composition, which: "target" | "text", field: () => HTMLElement | null): void {
  const latest = useRef(field);
  latest.current = field;
  useLayoutEffect(
    () =>
      composition.wants.subscribe((wanted) => {
        const element = wanted === which ? latest.current() : null;
        if (element === null) return;
        composition.wants.value = undefined;
        element.focus();
      }),
    [composition, which],
  );
}
