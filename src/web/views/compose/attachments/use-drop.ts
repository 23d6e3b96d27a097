import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

/** Takes files that are dropped anywhere on the conversation; the signal is true while some are dragged over it. */
export function useDrop(
  box: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): ReadonlySignal<boolean> {
  const held = useSignal(false);
  useEffect(() => {
    const place = box.current?.closest<HTMLElement>("main") ?? box.current;
    if (place === null) return;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      held.value = true;
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) held.value = false;
    };
    const drop = (event: DragEvent) => {
      held.value = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      // The editor of a message takes the files that are dropped on it itself.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      onFiles(files);
    };
    place.addEventListener("dragover", over);
    place.addEventListener("dragleave", leave);
    place.addEventListener("drop", drop);
    return () => {
      place.removeEventListener("dragover", over);
      place.removeEventListener("dragleave", leave);
      place.removeEventListener("drop", drop);
    };
  }, [box, held, onFiles]);
  return held;
}
