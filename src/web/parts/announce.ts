const ANNOUNCEMENT_GAP_MS = 3000;

/** Queues announcements for screen readers, and makes them with a pause in between. */
export class Announcer {
  readonly #pending = new Map<string, () => string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly say: (text: string) => void) {}

  /** Queues an announcement, replacing a pending one with the same topic. `text` is called when it is made. */
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
  // Screen readers ignore everything outside a modal dialog.
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (region.parentElement !== place) place.append(region);
  region.textContent = "";
  // Set later, because screen readers notice neither the text of a region that was just added nor the same text again.
  setTimeout(() => {
    if (region !== undefined) region.textContent = text;
  }, 50);
}

const announcer = new Announcer(say);

/**
 * Announces a text to screen readers at their next pause, at least three seconds after the previous text. Pending texts
 * with the same `topic`, such as the number of new messages, replace each other.
 */
export const announce = (text: string | (() => string), topic?: string): void =>
  announcer.add(typeof text === "string" ? () => text : text, topic);
