/** How long after it has been loaded a field may take to have the focus. */
const FOCUS_MS = 500;

const FIELD = "input, textarea";

/**
 * Keeps the keys that are pressed while the field that they are meant for is being loaded, and presses them there: they would
 * be taken for shortcuts. Where no field comes they are forgotten.
 */
export async function typeAhead(loaded: Promise<unknown>): Promise<void> {
  const pressed: KeyboardEvent[] = [];
  const keep = (event: KeyboardEvent) => {
    // What an input method composes cannot be pressed again.
    if (!event.isTrusted || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    event.stopPropagation();
    pressed.push(event);
  };
  const before = document.activeElement;
  document.addEventListener("keydown", keep, true);
  try {
    await loaded;
    const end = performance.now() + FOCUS_MS;
    while (!isField(document.activeElement, before) && performance.now() < end) await turn();
    for (let event = pressed.shift(); event !== undefined; event = pressed.shift()) {
      if (!isField(document.activeElement, before)) return;
      press(event, document.activeElement);
      // What one key has changed is drawn before the next one.
      await turn();
    }
  } finally {
    document.removeEventListener("keydown", keep, true);
  }
}

const isField = (element: Element | null, before: Element | null): element is HTMLElement =>
  element !== before && element?.matches(FIELD) === true;

const turn = () => new Promise((resolve) => setTimeout(resolve));

function press(event: KeyboardEvent, field: HTMLElement): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const again = { key, code, ctrlKey, metaKey, altKey, shiftKey, bubbles: true, cancelable: true };
  const goesOn = field.dispatchEvent(new KeyboardEvent("keydown", again));
  const isCharacter = [...key].length === 1 && !ctrlKey && !metaKey;
  // The only way to write into a field as its user does, with "undo".
  if (goesOn && isCharacter) document.execCommand("insertText", false, key);
}
