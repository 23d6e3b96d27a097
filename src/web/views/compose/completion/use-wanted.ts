import { useLayoutEffect, useRef } from "preact/hooks";
import type { Composition } from "../composition.ts";
import type { Target } from "../target/target.ts";

/**
 * Gives a field the focus when the composition asks for it, or as soon as the field is shown. A field with a `kind` takes
 * the focus only for targets of that kind, because the fields of the other kind are about to be shown.
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
