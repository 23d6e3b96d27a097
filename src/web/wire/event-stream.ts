import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";
import type { Clock } from "./clock.ts";
import type { Batch, Cursor, EventLog, EventTransport } from "./event-log.ts";
import { Follower } from "./follower.ts";
import { Leader, type LeaderBroadcast, type Locks } from "./leader.ts";
import type { Page, PageChange } from "./page.ts";
import { type Link, pump } from "./pump.ts";
import type { TabChannel } from "./tab-channel.ts";

export type StreamBroadcast =
  | LeaderBroadcast
  | { readonly say: "batch"; readonly batch: Batch }
  | { readonly say: "log ends"; readonly at: Cursor }
  | { readonly say: "link"; readonly link: Link };

interface StreamParts {
  readonly source: EventTransport;
  readonly log: EventLog;
  readonly register: (signal: AbortSignal) => Promise<State>;
  readonly locks: Locks;
  /**
   * Tabs with the same name share a queue, so the name includes what determines the format of the state and its events.
   */
  readonly name: string;
  readonly channel: TabChannel<StreamBroadcast>;
  readonly clock: Clock;
  readonly page: Page;
  readonly random: () => number;
}

interface StreamListeners {
  /** Called with a state that replaces the previous one, because there was none or events were missed. */
  readonly onState: (state: State, at: Cursor) => void;
  /** Called with every event after that state exactly once, in order. */
  readonly onEvents: (events: readonly ServerEvent[], at: Cursor) => void;
  /** Called in all tabs when the link to the server changes. */
  readonly onLink: (link: Link) => void;
  /**
   * Called when this tab becomes the leader; the signal aborts when it no longer is. Work for a single tab starts here.
   */
  readonly onLead?: (signal: AbortSignal) => void;
}

/** Delivers the server's events to this tab. Only the leader tab requests them from the server. */
export class EventStream {
  readonly #parts: StreamParts;
  #listeners: StreamListeners | undefined;
  readonly #follower: Follower;
  readonly #leader: Leader;
  #link: Link | undefined;
  /** Functions to call when another tab is shown or waits for the leader. */
  readonly #wakes = new Set<(change: PageChange) => void>();
  #stops: (() => void)[] = [];

  /** `at` is the position of the state this tab already has. */
  constructor(parts: StreamParts, at: Cursor | undefined) {
    this.#parts = parts;
    const { locks, name, channel, clock, page, log, random } = parts;
    const onState: StreamListeners["onState"] = (...state) => this.#listeners?.onState(...state);
    const onEvents: StreamListeners["onEvents"] = (...events) => this.#listeners?.onEvents(...events);
    this.#follower = new Follower({ log, clock, random, onState, onEvents }, at);
    this.#leader = new Leader({ locks, name, channel, clock, page, task: (signal) => this.#lead(signal) });
  }

  get at(): Cursor | undefined {
    return this.#follower.at;
  }

  get isLeading(): boolean {
    return this.#leader.isLeading;
  }

  start(listeners: StreamListeners): void {
    this.#listeners = listeners;
    const { channel, page } = this.#parts;
    this.#stops = [
      channel.listen((broadcast) => this.#onBroadcast(broadcast)),
      // Messages from other tabs may have been missed while the page was hidden.
      page.on(["shown"], () => void this.#follower.catchUp()),
    ];
    this.#leader.start();
    this.#leader.check();
    void this.#follower.catchUp();
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#follower.stop();
    this.#leader.stop();
  }

  /** Makes sure that there is a leader tab. Called when something waits for the leader. */
  check(): void {
    this.#leader.check();
  }

  #onBroadcast(broadcast: StreamBroadcast): void {
    switch (broadcast.say) {
      case "batch":
        this.#follower.receive(broadcast.batch);
        break;
      case "log ends":
        this.#follower.reach(broadcast.at);
        break;
      case "link":
        if (!this.isLeading) this.#setLink(broadcast.link);
        break;
      case "who leads":
        if (!this.isLeading) break;
        // The requesting tab doesn't have the link's state yet, and its user is waiting, so failed requests are retried
        // now. An ended session isn't reported again, because that tab may have a new one, which the next attempt will
        // show.
        if (this.#link === "logged-out") this.#link = undefined;
        else if (this.#link !== undefined) this.#parts.channel.post({ say: "link", link: this.#link });
        for (const wake of this.#wakes) wake("shown");
        break;
      case "I lead":
        break;
      default:
        broadcast satisfies never;
    }
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { channel } = this.#parts;
    await this.#follower.catchUp();
    if (signal.aborted) return;
    this.#listeners?.onLead?.(signal);
    const parts = {
      ...this.#parts,
      page: this.#pageOfAll(),
      onBatch: (batch: Batch) => {
        channel.post({ say: "batch", batch });
        this.#follower.receive(batch);
      },
      onState: (state: State) => this.#follower.begin(state),
      onLogged: (at: Cursor) => {
        channel.post({ say: "log ends", at });
        this.#follower.reach(at);
      },
      onLink: (link: Link) => {
        if (signal.aborted || link === this.#link) return;
        this.#setLink(link);
        channel.post({ say: "link", link });
      },
    };
    await pump(parts, signal);
  }

  /** The page, which also counts as shown when another tab is shown. */
  #pageOfAll(): Page {
    const { page } = this.#parts;
    return {
      visible: () => page.visible(),
      online: () => page.online(),
      on: (changes, run) => {
        const stop = page.on(changes, run);
        if (changes.includes("shown")) this.#wakes.add(run);
        return () => {
          stop();
          this.#wakes.delete(run);
        };
      },
    };
  }

  #setLink(link: Link): void {
    if (link === this.#link) return;
    this.#link = link;
    this.#listeners?.onLink(link);
  }
}
