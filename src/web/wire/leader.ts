import type { Channel } from "./channel.ts";
import type { Clock } from "./clock.ts";
import type { Page } from "./page.ts";

/** The part of the browser's Web Locks (`navigator.locks`) that is used here. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal } | { readonly steal: boolean },
    run: () => Promise<void>,
  ): Promise<unknown>;
}

export type LeaderSaid = { readonly say: "who leads" } | { readonly say: "I lead" };

interface LeaderParts {
  readonly locks: Locks;
  /** The name of the lock: one tab of all that use it leads. */
  readonly name: string;
  /** The channel also carries messages that are not about leading. */
  readonly channel: Channel<LeaderSaid, { readonly say: string }>;
  readonly clock: Clock;
  readonly page: Page;
  /** The work of the leader, which ends when the signal aborts. */
  readonly task: (signal: AbortSignal) => Promise<void>;
}

/** A leader that has not answered after this time is frozen or hangs. */
const PATIENCE_MS = 1_000;

/**
 * Lets one of all tabs lead. Another one takes over as soon as it is closed, frozen, or no longer answers. The lock belongs
 * to the browser, so it ends with the tab in every case.
 */
export class Leader {
  readonly #parts: LeaderParts;
  /** Set while this tab leads or waits to lead. */
  #term: AbortController | undefined;
  #isLeading = false;
  #unanswered: (() => void) | undefined;
  #stops: (() => void)[] = [];

  constructor(parts: LeaderParts) {
    this.#parts = parts;
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  start(): void {
    const { page, channel } = this.#parts;
    this.#stops = [
      page.on(["frozen"], () => this.#end()),
      page.on(["shown"], () => {
        this.#stand({ steal: false });
        this.check();
      }),
      channel.hear((said) => {
        if (said.say === "who leads" && this.#isLeading) channel.say({ say: "I lead" });
        if (said.say === "I lead") this.#settle();
      }),
    ];
    this.#stand({ steal: false });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#end();
  }

  /** Takes over unless the leader answers; called when something waits for the leader. */
  check(): void {
    if (this.#isLeading || this.#term === undefined || this.#unanswered !== undefined) return;
    this.#unanswered = this.#parts.clock.after(PATIENCE_MS, () => {
      this.#end();
      this.#stand({ steal: true });
    });
    this.#parts.channel.say({ say: "who leads" });
  }

  #settle(): void {
    this.#unanswered?.();
    this.#unanswered = undefined;
  }

  #end(): void {
    this.#settle();
    this.#isLeading = false;
    this.#term?.abort();
    this.#term = undefined;
  }

  /** Waits for the lock; with `steal`, takes it from its holder at once. */
  #stand({ steal }: { readonly steal: boolean }): void {
    if (this.#term !== undefined) return;
    const term = new AbortController();
    this.#term = term;
    const { locks, name, task } = this.#parts;
    const lead = async () => {
      if (term.signal.aborted) return;
      this.#settle();
      this.#isLeading = true;
      // A page that is being frozen cannot wait for the task to end: the lock is released at once.
      const ended = new Promise<void>((resolve) => term.signal.addEventListener("abort", () => resolve()));
      await Promise.race([task(term.signal), ended]);
    };
    const over = () => this.#over(term);
    locks.request(name, steal ? { steal } : { signal: term.signal }, lead).then(over, over);
  }

  /** Called when the lock was released, or another tab has taken it. */
  #over(term: AbortController): void {
    if (this.#term !== term) return;
    this.#end();
    const cancel = this.#parts.clock.after(PATIENCE_MS, () => this.#stand({ steal: false }));
    this.#stops.push(cancel);
  }
}
