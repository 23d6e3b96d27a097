/** The number of looks at whether a field that was loaded has got the focus: counted, since a slow machine needs longer to draw. */
const MOST_TRIES = 125;

const FIELD = "input, textarea";

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
    for (let looks = 0; looks < MOST_TRIES && !isField(document.activeElement, before); looks += 1) await turn();
    for (let event = pressed.shift(); event !== undefined; event = pressed.shift()) {
      if (!isField(document.activeElement, before)) return;
      press(event, document.activeElement);
      // Lets the effects of one key be drawn before the next one.
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
  // No other way of writing into a field lets the user undo it.
  if (goesOn && isCharacter) document.execCommand("insertText", false, key);
}
