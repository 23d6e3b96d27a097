import { isComposed } from "./keyboard.ts";
import { loadDeferred } from "./loads.ts";

/**
 * Collects keys pressed while a field is loading, and replays them in the field. Otherwise they would act as shortcuts.
 * If no field gets the focus, they are dropped.
 */
export async function typeAhead(loaded: Promise<unknown>): Promise<void> {
  const pressed: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    // Keys composed by an input method can't be replayed.
    if (!event.isTrusted || isComposed(event)) return;
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
