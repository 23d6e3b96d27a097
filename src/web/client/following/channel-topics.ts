import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { AnyEvent } from "../../model/event.ts";
import type { ChannelId } from "../../model/ids.ts";
import { type ListedTopic, topicsAfter } from "../../model/recent/listed-topics.ts";
import type { Api } from "../../wire/api.ts";
import { isFinal } from "../../wire/refused.ts";

/** The known topics of a channel. */
interface ChannelTopics {
  /** The topics, the one with the newest message first; undefined until the server has answered. */
  readonly topics: readonly ListedTopic[] | undefined;
  readonly failure?: Error;
}

interface Kept {
  readonly signal: Signal<ChannelTopics>;
  isWatched: boolean;
  /** The events since the request that is on its way, which its answer may lack; undefined if there is no request. */
  meanwhile: AnyEvent[] | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The time to wait for more events, so that several messages that are moved or deleted at once cause one request. */
const WAIT_MS = 400;

/** The lists of topics, one for each channel that was looked at. Events keep them up to date. */
export class TopicLists {
  readonly #api: Pick<Api, "get">;
  readonly #rest: (failures: number) => Promise<boolean>;
  readonly #kept = new Map<ChannelId, Kept>();

  /**
   * `rest` waits before another attempt after this many failures, and returns whether the server can probably be reached
   * now.
   */
  constructor(api: Pick<Api, "get">, rest: (failures: number) => Promise<boolean>) {
    this.#api = api;
    this.#rest = rest;
  }

  of(channel: ChannelId): ReadonlySignal<ChannelTopics> {
    return this.#at(channel).signal;
  }

  /** The topics of all channels that are known by now. */
  *known(): IterableIterator<ListedTopic & { readonly channel: ChannelId }> {
    for (const [channel, { signal }] of this.#kept)
      for (const one of signal.peek().topics ?? []) yield { ...one, channel };
  }

  /** Asks the server, unless that was done before. */
  ask(channel: ChannelId): void {
    const { meanwhile, signal } = this.#at(channel);
    const { topics, failure } = signal.peek();
    if (topics === undefined && failure === undefined && meanwhile === undefined) void this.load(channel);
  }

  /** Asks the server, and tries again as long as a component looks at the list; the known topics are shown meanwhile. */
  async load(channel: ChannelId): Promise<void> {
    const kept = this.#at(channel);
    for (let failures = 1; (await this.#mayWorkLater(channel, kept)) && kept.isWatched; failures++) {
      const { failure } = kept.signal.peek();
      if (await this.#rest(failures)) failures = 0;
      // Another call has asked meanwhile.
      if (kept.signal.peek().failure !== failure || kept.meanwhile !== undefined) return;
    }
  }

  /** Asks the server once. Returns whether that has failed and may work later. */
  async #mayWorkLater(channel: ChannelId, kept: Kept): Promise<boolean> {
    const meanwhile: AnyEvent[] = [];
    kept.meanwhile = meanwhile;
    try {
      const { topics } = await this.#api.get<{ readonly topics: readonly ListedTopic[] }>(
        `/users/me/${channel}/topics`,
        { allow_empty_topic_name: true },
      );
      if (kept.meanwhile !== meanwhile) return false;
      kept.meanwhile = undefined;
      kept.signal.value = { topics };
      for (const event of meanwhile) this.#apply(event, channel, kept);
      return false;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (kept.meanwhile !== meanwhile) return false;
      kept.meanwhile = undefined;
      kept.signal.value = { ...kept.signal.value, failure };
      return !isFinal(error);
    }
  }

  follow(event: AnyEvent): void {
    for (const [channel, kept] of this.#kept) {
      kept.meanwhile?.push(event);
      this.#apply(event, channel, kept);
    }
  }

  /** Asks again for the lists that are shown, and forgets the others, because events were missed. */
  renew(): void {
    for (const [channel, kept] of this.#kept) {
      if (kept.isWatched) void this.load(channel);
      else this.#kept.delete(channel);
    }
  }

  #apply(event: AnyEvent, channel: ChannelId, kept: Kept): void {
    const { topics } = kept.signal.value;
    if (topics === undefined) return;
    const after = topicsAfter(topics, channel, event);
    if (after === "unknown") this.#loadSoon(channel, kept);
    else if (after !== topics) kept.signal.value = { topics: after };
  }

  /** Asks again soon for a list that is shown. */
  #loadSoon(channel: ChannelId, kept: Kept): void {
    clearTimeout(kept.timer);
    if (kept.isWatched) kept.timer = setTimeout(() => void this.load(channel), WAIT_MS);
  }

  #at(channel: ChannelId): Kept {
    const known = this.#kept.get(channel);
    if (known !== undefined) return known;
    const kept: Kept = {
      signal: signal<ChannelTopics>(
        { topics: undefined },
        {
          watched: () => {
            kept.isWatched = true;
          },
          unwatched: () => {
            kept.isWatched = false;
          },
        },
      ),
      isWatched: false,
      meanwhile: undefined,
      timer: undefined,
    };
    this.#kept.set(channel, kept);
    return kept;
  }
}
