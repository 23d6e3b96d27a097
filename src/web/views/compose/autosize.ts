import type { ReadonlySignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";

const isNative = () => CSS.supports("field-sizing", "content");

/** Lets a field grow with its text in browsers that do not do so themselves. Its style limits the height. */
export function useAutosize(area: RefObject<HTMLTextAreaElement | null>, text: ReadonlySignal<string>): void {
  useLayoutEffect(() => {
    if (isNative()) return;
    return text.subscribe(() => {
      const field = area.current;
      if (field === null) return;
      field.style.blockSize = "auto";
      field.style.blockSize = `${field.scrollHeight}px`;
    });
  }, [area, text]);
}
