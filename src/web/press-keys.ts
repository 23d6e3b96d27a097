import { runAction, type WaitingKey } from "./keyboard.ts";

/** Maximum times to check whether a loaded field has the focus. A time limit would be too short on slow machines. */
const MAX_ATTEMPTS = 125;

const FIELD = "input, textarea";

/**
 * Replays keys in a field once it is loaded and has the focus. `before` is the element that had the focus until then.
 */
export async function pressInField(pressed: KeyboardEvent[], before: Element | null): Promise<void> {
  for (let looks = 0; looks < MAX_ATTEMPTS && !isField(document.activeElement, before); looks += 1) await turn();
  for (let event = pressed.shift(); event !== undefined; event = pressed.shift()) {
    if (!isField(document.activeElement, before)) return;
    press(event, document.activeElement);
    // Lets one key's effects render before the next key is replayed.
    await turn();
  }
}

let isPressing = false;

/** Replays waiting keys in order, while no part of the page is still loading. */
export async function pressKeys(waiting: WaitingKey[], partsToCome: ReadonlySet<unknown>): Promise<void> {
  if (isPressing) return;
  isPressing = true;
  for (let [next] = waiting; next !== undefined && partsToCome.size === 0; [next] = waiting) {
    const { event, names } = next;
    const target = document.activeElement;
    if (isField(target, null)) press(event, target);
    else names.some((name) => runAction(name, target ?? undefined));
    // Lets one key's effects render before the next key is handled. Keys pressed in the meantime are queued after it.
    await turn();
    waiting.shift();
  }
  isPressing = false;
}

const isField = (element: Element | null, before: Element | null): element is HTMLElement =>
  element !== before && element?.matches(FIELD) === true;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Replays a key in a field that didn't exist yet when the key was pressed. */
function press(event: KeyboardEvent, field: Element): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const again = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
  const goesOn = field.dispatchEvent(new KeyboardEvent("keydown", again));
  const isPlain = !ctrlKey && !metaKey;
  // No other way of writing to a field lets the user undo it.
  if (goesOn && isPlain && [...key].length === 1) document.execCommand("insertText", false, key);
  if (goesOn && isPlain && key === "Backspace") document.execCommand("delete");
  // Browsers close dialogs and popovers only for real key presses.
  if (goesOn && key === "Escape") {
    const open = field.closest<HTMLElement>("dialog:modal, [popover]:popover-open");
    if (open?.popover) open.hidePopover();
    else open?.dispatchEvent(new Event("cancel", { cancelable: true }));
  }
}
