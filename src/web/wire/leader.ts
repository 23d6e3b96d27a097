import type { Clock } from "./clock.ts";
import type { Page } from "./page.ts";
import type { TabChannel } from "./tab-channel.ts";

/** The part of the browser's Web Locks (`navigator.locks`) used here. */
export interface Locks {
  request(
    name: string,
    options: { readonly signal?: AbortSignal } | { readonly steal: boolean },
    run: () => Promise<void>,
  ): Promise<unknown>;
}

export type LeaderBroadcast = { readonly say: "who leads" } | { readonly say: "I lead" };

interface LeaderParts {
  readonly locks: Locks;
  /** The lock's name. One of the tabs that use it leads. */
  readonly name: string;
  /** The channel also carries messages that aren't about leading. */
  readonly channel: TabChannel<LeaderBroadcast, { readonly say: string }>;
  readonly clock: Clock;
  readonly page: Page;
  /** The leader's work, which ends when the signal aborts. */
  readonly task: (signal: AbortSignal) => Promise<void>;
}

/** A leader that doesn't answer within this time counts as frozen. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * Elects one of all tabs as the leader. Another tab takes over once the leader is closed, frozen, or unresponsive. The
 * lock belongs to the browser, so it always ends with the tab.
 */
export class Leader {
  readonly #parts: LeaderParts;
  /** Set while this tab leads or waits to lead. */
  #term: AbortController | undefined;
  #isLeading = false;
  #pendingTakeover: (() => void) | undefined;
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
      // There is no reason left to lead, because every request would be refused.
      page.on(["logged-out"], () => this.stop()),
      page.on(["shown"], () => {
        this.#requestLock({ steal: false });
        this.check();
      }),
      channel.listen((broadcast) => {
        if (broadcast.say === "who leads" && this.#isLeading) channel.post({ say: "I lead" });
        if (broadcast.say === "I lead") this.#cancelTakeover();
      }),
    ];
    this.#requestLock({ steal: false });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#end();
  }

  /** Takes over unless the leader answers. Called when something waits for the leader. */
  check(): void {
    if (this.#isLeading || this.#term === undefined || this.#pendingTakeover !== undefined) return;
    this.#pendingTakeover = this.#parts.clock.after(ANSWER_WITHIN_MS, () => {
      this.#end();
      this.#requestLock({ steal: true });
    });
    this.#parts.channel.post({ say: "who leads" });
  }

  #cancelTakeover(): void {
    this.#pendingTakeover?.();
    this.#pendingTakeover = undefined;
  }

  #end(): void {
    this.#cancelTakeover();
    this.#isLeading = false;
    this.#term?.abort();
    this.#term = undefined;
  }

  /** Waits for the lock. With `steal`, takes it from its holder immediately. */
  #requestLock({ steal }: { readonly steal: boolean }): void {
    if (this.#term !== undefined) return;
    const term = new AbortController();
    this.#term = term;
    const { locks, name, task } = this.#parts;
    const lead = async () => {
      if (term.signal.aborted) return;
      this.#cancelTakeover();
      this.#isLeading = true;
      // A page being frozen can't wait for the task to end, so the lock is released immediately.
      const ended = new Promise<void>((resolve) => term.signal.addEventListener("abort", () => resolve()));
      await Promise.race([task(term.signal), ended]);
    };
    const over = () => this.#onLockReleased(term);
    locks.request(name, steal ? { steal } : { signal: term.signal }, lead).then(over, over);
  }

  /** Called when the lock was released or taken by another tab. */
  #onLockReleased(term: AbortController): void {
    if (this.#term !== term) return;
    this.#end();
    const cancel = this.#parts.clock.after(ANSWER_WITHIN_MS, () => this.#requestLock({ steal: false }));
    this.#stops.push(cancel);
  }
}
