const PAUSE_MS = 3000;

/** Gathers what is to be said, and says it at most once in a while. */
export class Announcer {
  readonly #pending = new Map<string, () => string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly say: (text: string) => void) {}

  /** A later text with the same topic takes the place of one that was not said yet; `text` is asked for it then. */
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
    this.#timer = setTimeout(() => this.#flush(), PAUSE_MS);
  }
}

let region: HTMLElement | undefined;

function say(text: string): void {
  if (region === undefined) {
    region = document.createElement("div");
    region.className = "for-readers";
    region.setAttribute("role", "status");
  }
  // All that is outside of a modal dialog is silent.
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (region.parentElement !== place) place.append(region);
  region.textContent = "";
  // A region that has just come is not listened to yet; the same text twice is no change.
  setTimeout(() => {
    if (region !== undefined) region.textContent = text;
  }, 50);
}

const announcer = new Announcer(say);

/**
 * Tells those who listen what has happened, politely, with at least three seconds between. Texts of one `topic`, such as
 * how many messages have come, replace each other while they wait.
 */
export const announce = (text: string | (() => string), topic?: string): void =>
  announcer.add(typeof text === "string" ? () => text : text, topic);
