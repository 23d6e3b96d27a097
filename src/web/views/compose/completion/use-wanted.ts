import { useLayoutEffect, useRef } from "preact/hooks";
import type { Composition } from "../composition.ts";
import type { Target } from "../target/target.ts";

/**
 * Gives a field the focus when the composition wants it: at once, or when it is shown. Fields of a `kind` of target do not
 * take it from those of the other kind, which are about to be shown.
 */
export function useWanted(
  composition: Composition,
  which: "target" | "text",
  field: () => HTMLElement | null,
  kind?: Target["kind"],
): void {
  const give = useRef(() => {});
  give.current = () => {
    const isMeant = kind === undefined || composition.target.peek()?.kind === kind;
    const element = composition.wants.value === which && isMeant ? field() : null;
    element?.focus();
    if (element !== null && document.activeElement === element) composition.wants.value = undefined;
  };
  useLayoutEffect(() => composition.wants.subscribe(() => give.current()), [composition]);
  useLayoutEffect(() => give.current());
}
