import { loadDeferred } from "./loads.ts";

/**
 * Collects the keys that are pressed while a field is being loaded, and presses them in the field afterwards; they would
 * act as shortcuts otherwise. If no field gets the focus, they are dropped.
 */
export async function typeAhead(loaded: Promise<unknown>): Promise<void> {
  const pressed: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    // Keys that an input method composes cannot be pressed again.
    if (!event.isTrusted || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.push(event);
  };
  const before = document.activeElement;
  document.addEventListener("keydown", keep, true);
  try {
    await loaded;
    await (await loadDeferred()).pressInField(pressed, before);
  } finally {
    document.removeEventListener("keydown", keep, true);
  }
}
