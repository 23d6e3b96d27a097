import type { Page } from "playwright-core";
import type { Person } from "../../process/support/person.ts";
import type { Trouble } from "./trouble.ts";
import type { Visit } from "./visit.ts";

interface WriterParts {
  readonly name: string;
  readonly person: Person;
  readonly visit: Visit;
  readonly trouble: Trouble;
  readonly addressOf: (topic: string) => string;
}

/** A user who writes in several tabs. Records everything the user writes. */
export class Writer {
  readonly name: string;
  readonly person: Person;
  readonly visit: Visit;
  readonly trouble: Trouble;
  readonly written: { readonly topic: string; readonly content: string }[] = [];
  /** Unsent drafts by topic. */
  readonly drafts = new Map<string, string>();
  readonly tabs: Page[] = [];
  readonly #addressOf: (topic: string) => string;
  #aheadMs = 0;
  #begun = 0;

  constructor({ name, person, visit, trouble, addressOf }: WriterParts) {
    this.name = name;
    this.person = person;
    this.visit = visit;
    this.trouble = trouble;
    this.#addressOf = addressOf;
    this.tabs.push(visit.page);
  }

  async send(tab: Page, topic: string): Promise<void> {
    const text = await this.#writeTo(tab, topic);
    const content = `${this.name} ${String(this.written.length + 1).padStart(4, "0")}`;
    this.written.push({ topic, content });
    await text.fill(content);
    await text.press("Control+Enter");
  }

  /** Starts a message to a new topic, without sending it. */
  async begin(tab: Page): Promise<void> {
    this.#begun += 1;
    const topic = `begun ${this.#begun} by ${this.name}`;
    const content = `What ${this.name} has begun: ${this.#begun}`;
    const text = await this.#writeTo(tab, topic);
    await text.fill(content);
    this.drafts.set(topic, content);
  }

  async open(): Promise<Page> {
    const tab = await this.visit.tab(this.#addressOf("topic 1"));
    await tab.getByRole("textbox", { name: /^Message/ }).waitFor();
    await tab.evaluate(moveClock, this.#aheadMs);
    this.tabs.push(tab);
    return tab;
  }

  async close(tab: Page): Promise<void> {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    const closed = tab.waitForEvent("close");
    await tab.close({ runBeforeUnload: true });
    await closed;
  }

  /** Changes the computer's clock. */
  async setClock(aheadMs: number): Promise<void> {
    this.#aheadMs = aheadMs;
    for (const tab of this.tabs) await tab.evaluate(moveClock, aheadMs);
  }

  contentsIn(topic: string): readonly string[] {
    return this.written.filter((one) => one.topic === topic).map(({ content }) => content);
  }

  async #writeTo(tab: Page, topic: string) {
    await tab.evaluate((address) => {
      location.hash = address;
    }, this.#addressOf(topic));
    const text = tab.getByRole("textbox", { name: new RegExp(`^Message .* ${topic}$`) });
    await text.waitFor();
    return text;
  }
}

/** Shifts the clock of a page, but not its timers. */
function moveClock(aheadMs: number): void {
  const before = globalThis as unknown as { machineNow?: () => number };
  before.machineNow ??= Date.now.bind(Date);
  const { machineNow } = before;
  Date.now = () => machineNow() + aheadMs;
}
