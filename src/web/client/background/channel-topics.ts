import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AnyEvent } from "../../model/event.ts";
import type { ChannelId } from "../../model/ids.ts";
import { type ListedTopic, topicsAfter } from "../../model/recent/listed-topics.ts";
import { type Api, isFinal } from "../../wire/api.ts";
import type { WaitToRetry } from "../../wire/wait-to-retry.ts";

interface ChannelTopics {
  /** Topics, newest message first. Undefined until the server has responded. */
  readonly topics: readonly ListedTopic[] | undefined;
  readonly failure?: Error;
}

interface TopicListEntry {
  readonly signal: Signal<ChannelTopics>;
  isWatched: boolean;
  /** True if an event changed the list in ways that only the server knows. */
  isOutdated: boolean;
  /** Events since the pending request, whose response may lack them. Undefined if no request is pending. */
  meanwhile: AnyEvent[] | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of `load` calls that wait for the server, or to retry. */
  loads: number;
}

/** Time to wait for more events, so that moving or deleting several messages causes one request. */
const COLLECT_MS = 400;

/** The topic lists of all channels viewed so far. Kept up to date by events. */
export class TopicLists {
  readonly #api: Pick<Api, "get">;
  readonly #waitToRetry: WaitToRetry;
  readonly #entries = new Map<ChannelId, TopicListEntry>();

  constructor(api: Pick<Api, "get">, waitToRetry: WaitToRetry) {
    this.#api = api;
    this.#waitToRetry = waitToRetry;
  }

  of(channel: ChannelId): ReadonlySignal<ChannelTopics> {
    return this.#at(channel).signal;
  }

  *known(): IterableIterator<ListedTopic & { readonly channel: ChannelId }> {
    for (const [channel, { signal }] of this.#entries)
      for (const one of signal.peek().topics ?? []) yield { ...one, channel };
  }

  /** Requests a channel's topics, unless the known list is up to date or being requested. */
  ask(channel: ChannelId): void {
    const { signal, isOutdated, timer, loads } = this.#at(channel);
    const { topics, failure } = signal.peek();
    const isNeeded = topics === undefined || (isOutdated && timer === undefined);
    if (isNeeded && loads === 0 && !isFinal(failure)) void this.load(channel);
  }

  /**
   * Requests a channel's topics, and retries as long as a component uses the list. Shows the known topics in the
   * meantime.
   */
  async load(channel: ChannelId): Promise<void> {
    const entry = this.#at(channel);
    entry.loads += 1;
    for (let failures = 1; (await this.#mayWorkLater(channel, entry)) && entry.isWatched; failures++) {
      const { failure } = entry.signal.peek();
      if (await this.#waitToRetry(failures)) failures = 0;
      // Another call has requested the topics in the meantime.
      if (entry.signal.peek().failure !== failure || entry.meanwhile !== undefined) break;
    }
    entry.loads -= 1;
  }

  /** Requests the topics once. Resolves to true if that failed and may succeed later. */
  async #mayWorkLater(channel: ChannelId, entry: TopicListEntry): Promise<boolean> {
    const meanwhile: AnyEvent[] = [];
    entry.meanwhile = meanwhile;
    try {
      const { topics } = await this.#api.get<{ readonly topics: readonly ListedTopic[] }>(
        `/users/me/${channel}/topics`,
        { allow_empty_topic_name: true },
      );
      if (entry.meanwhile !== meanwhile) return false;
      entry.meanwhile = undefined;
      entry.isOutdated = false;
      entry.signal.value = { topics };
      for (const event of meanwhile) this.#apply(event, channel, entry);
      return false;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (entry.meanwhile !== meanwhile) return false;
      entry.meanwhile = undefined;
      entry.signal.value = { ...entry.signal.value, failure };
      return !isFinal(error);
    }
  }

  follow(event: AnyEvent): void {
    for (const [channel, entry] of this.#entries) {
      entry.meanwhile?.push(event);
      this.#apply(event, channel, entry);
    }
  }

  /** Reloads the visible lists and drops the others, because events were missed. */
  renew(): void {
    for (const [channel, entry] of this.#entries) {
      if (entry.isWatched) void this.load(channel);
      else this.#entries.delete(channel);
    }
  }

  #apply(event: AnyEvent, channel: ChannelId, entry: TopicListEntry): void {
    const { topics } = entry.signal.value;
    if (topics === undefined) return;
    const after = topicsAfter(topics, channel, event);
    if (after === "unknown") this.#loadSoon(channel, entry);
    else if (after !== topics) entry.signal.value = { topics: after };
  }

  #loadSoon(channel: ChannelId, entry: TopicListEntry): void {
    clearTimeout(entry.timer);
    entry.isOutdated = true;
    entry.timer = undefined;
    if (!entry.isWatched) return;
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      void this.load(channel);
    }, COLLECT_MS);
  }

  #at(channel: ChannelId): TopicListEntry {
    const known = this.#entries.get(channel);
    if (known !== undefined) return known;
    const entry: TopicListEntry = {
      signal: signal<ChannelTopics>(
        { topics: undefined },
        {
          watched: () => {
            entry.isWatched = true;
          },
          unwatched: () => {
            entry.isWatched = false;
          },
        },
      ),
      isWatched: false,
      isOutdated: false,
      meanwhile: undefined,
      timer: undefined,
      loads: 0,
    };
    this.#entries.set(channel, entry);
    return entry;
  }
}
