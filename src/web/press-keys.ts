import { runAction, type WaitingKey } from "./keyboard.ts";

/** The number of looks at whether a field that was loaded has got the focus: counted, since a slow machine needs longer to draw. */
const MAX_ATTEMPTS = 125;

const FIELD = "input, textarea";

/** Presses keys in a field that was loaded, as soon as it has the focus; `before` had the focus before that. */
export async function pressInField(pressed: KeyboardEvent[], before: Element | null): Promise<void> {
  for (let looks = 0; looks < MAX_ATTEMPTS && !isField(document.activeElement, before); looks += 1) await turn();
  for (let event = pressed.shift(); event !== undefined; event = pressed.shift()) {
    if (!isField(document.activeElement, before)) return;
    press(event, document.activeElement);
    // Lets the effects of one key be drawn before the next one.
    await turn();
  }
}

let isPressing = false;

/** Presses keys that have waited, in order, as if they were pressed now, as long as all parts of the page are there. */
export async function pressKeys(waiting: WaitingKey[], partsToCome: ReadonlySet<unknown>): Promise<void> {
  if (isPressing) return;
  isPressing = true;
  for (let [next] = waiting; next !== undefined && partsToCome.size === 0; [next] = waiting) {
    const { event, names } = next;
    const target = document.activeElement;
    if (isField(target, null)) press(event, target);
    else names.some((name) => runAction(name, target ?? undefined));
    // Lets the effects of one key be drawn before the next one; keys that are pressed meanwhile come after it.
    await turn();
    waiting.shift();
  }
  isPressing = false;
}

const isField = (element: Element | null, before: Element | null): element is HTMLElement =>
  element !== before && element?.matches(FIELD) === true;

const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Presses a key in a field, as someone has pressed it before the field was there. */
function press(event: KeyboardEvent, field: Element): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const again = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
  const goesOn = field.dispatchEvent(new KeyboardEvent("keydown", again));
  const isCharacter = [...key].length === 1 && !ctrlKey && !metaKey;
  // No other way of writing into a field lets the user undo it.
  if (goesOn && isCharacter) document.execCommand("insertText", false, key);
  // Only a key of the user's own has the browser close what is open.
  if (goesOn && key === "Escape") {
    const open = field.closest<HTMLElement>("dialog:modal, [popover]:popover-open");
    if (open?.popover) open.hidePopover();
    else open?.dispatchEvent(new Event("cancel", { cancelable: true }));
  }
}
