const ANNOUNCEMENT_GAP_MS = 3000;

/** Collects texts for screen readers, and says them with a pause between. */
export class Announcer {
  readonly #pending = new Map<string, () => string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly say: (text: string) => void) {}

  /** Adds a text, which replaces a waiting one of the same topic. `text` is called when it is said. */
  add(text: () => string, topic = text()): void {
    this.#pending.delete(topic);
    this.#pending.set(topic, text);
    if (this.#timer === undefined) this.#flush();
  }

  #flush(): void {
    if (this.#pending.size === 0) {
      this.#timer = undefined;
      return;
    }
    const texts = [...this.#pending.values()].map((text) => text());
    this.#pending.clear();
    this.say(texts.join(" "));
    this.#timer = setTimeout(() => this.#flush(), ANNOUNCEMENT_GAP_MS);
  }
}

let region: HTMLElement | undefined;

function say(text: string): void {
  if (region === undefined) {
    region = document.createElement("div");
    region.className = "for-readers";
    region.setAttribute("role", "status");
  }
  // Screen readers ignore everything outside of a modal dialog.
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (region.parentElement !== place) place.append(region);
  region.textContent = "";
  // Screen readers notice neither the text of a region that was just added nor the same text again: it is set later.
  setTimeout(() => {
    if (region !== undefined) region.textContent = text;
  }, 50);
}

const announcer = new Announcer(say);

/**
 * Has screen readers say what has happened when they pause, with at least three seconds between texts. Texts of one
 * `topic`, such as the number of new messages, replace each other while they wait.
 */
export const announce = (text: string | (() => string), topic?: string): void =>
  announcer.add(typeof text === "string" ? () => text : text, topic);
