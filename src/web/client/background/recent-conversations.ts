import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { AnyEvent } from "../../model/event.ts";
import type { MessageId, UserId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import type { RecentConversation, RecentIndex } from "../../model/recent/recent-index.ts";
import { isFinal } from "../../wire/api.ts";
import type { WaitToRetry } from "../../wire/wait-to-retry.ts";

export interface NewestPage {
  readonly messages: readonly Message[];
  /** True if there are no older messages. */
  readonly oldest: boolean;
}

interface RecentParts {
  readonly me: UserId;
  /** Loads the code of the index, which the first view doesn't need. */
  loadIndex(): Promise<typeof RecentIndex>;
  /** Returns at most `count` of the newest stored messages, with gaps. */
  kept(count: number): Promise<readonly Message[]>;
  readonly waitToRetry: WaitToRetry;
  /**
   * Fetches the messages before a given one, or the newest. Adds them to the known messages and passes them to `take`,
   * synchronously.
   */
  fetch(before: MessageId | "newest", count: number, take: (page: NewestPage) => void): Promise<void>;
}

/** Progress of loading older conversations. `isWhole` is true if all are known. */
interface LoadProgress {
  readonly isWhole: boolean;
  readonly isLoading: boolean;
  readonly failure?: Error;
}

/** The first page is small, so that it arrives quickly. */
const FIRST = 200;
const PAGE = 1000;

/**
 * The conversations with the latest messages. Loaded when a view first needs them, and then kept up to date by events.
 */
export class RecentConversations {
  readonly #parts: RecentParts;
  /** Counts changes. The list is only sorted when it is read. */
  readonly #changes = signal(0);
  /** Conversations, newest message first. */
  readonly list: ReadonlySignal<readonly RecentConversation[]> = computed(() => {
    void this.#changes.value;
    return this.#index?.list ?? [];
  });
  readonly #reach = signal<LoadProgress>({ isWhole: false, isLoading: false });
  readonly reach: ReadonlySignal<LoadProgress> = this.#reach;
  /** Undefined until a view needs the list. */
  #index: RecentIndex | undefined;
  /** The index being filled, which replaces the current one when the server responds. */
  #next: RecentIndex | undefined;
  #oldest: MessageId | undefined;
  #running: Promise<void> | undefined;
  #loading: Promise<void> | undefined;
  #isTrying = false;

  constructor(parts: RecentParts) {
    this.#parts = parts;
  }

  /** Loads the newest conversations, unless they are already loaded. */
  async load(): Promise<void> {
    if (this.#oldest !== undefined) return;
    this.#loading ??= this.#load();
    await this.#loading;
    this.#loading = undefined;
  }

  async more(): Promise<void> {
    await (this.#oldest === undefined ? this.load() : this.#page(PAGE));
  }

  follow(event: AnyEvent): void {
    this.#next?.apply(event);
    if (this.#index?.apply(event)) this.#changes.value += 1;
    if (this.#index?.isOutdated && this.#oldest !== undefined) void this.renew();
  }

  async renew(): Promise<void> {
    if (this.#oldest === undefined && !this.#isTrying) {
      this.#index = undefined;
      return;
    }
    this.#oldest = undefined;
    await this.#begin(this.#wanted);
    void this.#tryAgain();
  }

  get #wanted(): number {
    return Math.min(Math.max(FIRST, this.list.value.length), PAGE);
  }

  async #tryAgain(): Promise<void> {
    if (this.#isTrying) return;
    this.#isTrying = true;
    const hasFailed = () => this.#oldest === undefined && !isFinal(this.#reach.value.failure);
    for (let failures = 1; hasFailed(); failures++) {
      if (await this.#parts.waitToRetry(failures)) failures = 0;
      if (hasFailed()) await this.#begin(this.#wanted);
    }
    this.#isTrying = false;
  }

  async #load(): Promise<void> {
    void this.#showKept().catch(() => {});
    await this.#begin(FIRST);
    if (this.#oldest !== undefined) await this.#page(PAGE - FIRST);
    else void this.#tryAgain();
  }

  /** Shows the stored conversations until the server responds. */
  async #showKept(): Promise<void> {
    const index = await this.#newIndex();
    this.#index ??= index;
    const messages = await this.#parts.kept(PAGE);
    if (this.#oldest !== undefined) return;
    this.#index?.add(messages);
    this.#changes.value += 1;
  }

  async #newIndex(): Promise<RecentIndex> {
    const { loadIndex, me } = this.#parts;
    const RecentIndex = await loadIndex();
    return new RecentIndex(me);
  }

  async #begin(count: number): Promise<void> {
    await this.#page(count, true);
    this.#next = undefined;
  }

  async #page(count: number, isNew = false): Promise<void> {
    await this.#running;
    // A page that was still loading when the list was renewed belongs to the old list.
    if (isNew) this.#oldest = undefined;
    const from = this.#oldest ?? "newest";
    if (this.#reach.value.isWhole && from !== "newest") return;
    this.#reach.value = { isWhole: false, isLoading: true };
    const take = ({ messages, oldest }: NewestPage) => {
      this.#index = this.#next ?? this.#index;
      this.#index?.add(messages);
      this.#oldest = Math.min(this.#oldest ?? Number.POSITIVE_INFINITY, messages[0]?.id ?? 0);
      batch(() => {
        this.#changes.value += 1;
        this.#reach.value = { isWhole: oldest, isLoading: false };
      });
    };
    const run = async () => {
      if (isNew) this.#next = await this.#newIndex();
      await this.#parts.fetch(from, count, take);
    };
    this.#running = run().catch((failure: Error) => {
      this.#reach.value = { isWhole: false, isLoading: false, failure };
    });
    await this.#running;
  }
}
