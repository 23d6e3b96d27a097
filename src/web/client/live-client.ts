import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Capability } from "../model/capability.ts";
import type { AnyEvent, ServerEvent } from "../model/event.ts";
import type { MessageId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import { afterMove, type TopicMove } from "../model/messages/message-update.ts";
import type { MessageChange, Messages } from "../model/messages/messages.ts";
import { type FeedRoute, isFeedPlace, type Route, type Term } from "../model/routes/place.ts";
import type { State } from "../model/state.ts";
import type { Api } from "../wire/api.ts";
import type { UploadOptions } from "../wire/upload.ts";
import type { TopicLists } from "./background/channel-topics.ts";
import type { RecentConversations } from "./background/recent-conversations.ts";
import type { Client, ConnectionDetails, Details, EventOfType, ServerConnectionState, Toast } from "./client.ts";
import type { Feed } from "./feed.ts";
import type { MessageStore } from "./feeds/source.ts";
import type { PlaceHistory, TopicMoves } from "./history.ts";
import { type LiveState, reportErrors } from "./live-state.ts";
import type { Acts } from "./sending/acts.ts";
import type { Drafts } from "./sending/drafts.ts";
import type { Outbox } from "./sending/outbox.ts";

/** Shows toasts, dialogs and notifications for the client, without a view. */
export interface Surface {
  toast(toast: Toast): void;
  show(dialog: ComponentChildren): void;
  /** Notifies about messages that have just arrived. `isLeading` is true if this tab notifies for all tabs. */
  notify(client: Client, messages: readonly Message[], isLeading: boolean): void;
}

interface FeedSet {
  at(place: FeedRoute): Feed;
  prefetch(place: FeedRoute): Promise<void>;
  makeReady(place: FeedRoute): Promise<void>;
  /** Updates the feeds after an event that was already applied to the messages. */
  follow(event: AnyEvent, change: MessageChange): void;
  fetchThese(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]>;
  /** Reloads the visible feeds, because events were missed. */
  renew(): Promise<void>;
}

export interface LiveClientParts {
  readonly surface: Surface;
  readonly api: Api;
  readonly upload: Client["upload"];
  readonly connectionDetails: () => ConnectionDetails;
  readonly live: LiveState;
  readonly messages: Messages;
  readonly feeds: FeedSet;
  readonly recent: RecentConversations;
  readonly topics: TopicLists;
  readonly moves: TopicMoves;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly acts: Acts & { renew?(): void };
  readonly history: PlaceHistory;
  readonly connection: ReadonlySignal<ServerConnectionState>;
  readonly store?: Pick<MessageStore, "prepareSearch" | "scattered">;
}

export class LiveClient implements Client {
  readonly api: Api;
  readonly messages: Messages;
  readonly recent: RecentConversations;
  readonly topics: TopicLists;
  readonly outbox: Outbox;
  readonly acts: Acts;
  readonly drafts: Drafts;
  readonly connection: ReadonlySignal<ServerConnectionState>;
  readonly #parts: LiveClientParts;
  /** Messages used by components, by id. */
  readonly #watched = new Map<MessageId, Signal<Message | undefined>>();
  readonly #listeners = new Map<string, Set<(event: AnyEvent | undefined) => void>>();
  readonly moved: Signal<readonly TopicMove[]> = signal([]);
  readonly section = signal<"channels" | "directs" | undefined>(undefined);
  readonly details = signal<Details | undefined>(undefined);

  constructor(parts: LiveClientParts) {
    this.#parts = parts;
    this.api = parts.api;
    this.messages = parts.messages;
    this.recent = parts.recent;
    this.topics = parts.topics;
    this.outbox = parts.outbox;
    this.acts = parts.acts;
    this.drafts = parts.drafts;
    this.connection = parts.connection;
  }

  get place(): ReadonlySignal<Route> {
    return this.#parts.history.place;
  }

  upload(file: File, options?: UploadOptions): Promise<Record<string, unknown>> {
    return this.#parts.upload(file, options);
  }

  watch(...capabilities: readonly Capability[]): State {
    return this.#parts.live.watch(...capabilities);
  }

  message(id: MessageId): Message | undefined {
    let watched = this.#watched.get(id);
    if (watched === undefined) {
      watched = signal(this.messages.get(id), { unwatched: () => this.#watched.delete(id) });
      this.#watched.set(id, watched);
    }
    return watched.value;
  }

  fetch(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]> {
    return this.#parts.feeds.fetchThese(terms, ids);
  }

  go(place: Route, how?: "step" | "replace"): void {
    this.section.value = undefined;
    this.#parts.history.go(place, how);
  }

  back(): void {
    this.#parts.history.back();
  }

  get outside(): Route {
    return this.#parts.history.outside;
  }

  feed(place: FeedRoute): Feed {
    return this.#parts.feeds.at(place);
  }

  prefetch(place: FeedRoute): void {
    void this.#parts.feeds.prefetch(place);
  }

  prepareSearch(): void {
    if (this.connection.peek().kind === "offline") this.#parts.store?.prepareSearch();
  }

  async findStored(place: FeedRoute): Promise<readonly Message[]> {
    return (await this.#parts.store?.scattered(place, { anchor: "newest", before: 0, after: 0 })) ?? [];
  }

  /** Starts loading the current place. Resolves once its stored messages are loaded. */
  async makeReady(): Promise<void> {
    const place = this.place.peek();
    if (isFeedPlace(place) && !("with" in place)) await this.#parts.feeds.makeReady(place);
  }

  connectionDetails(): ConnectionDetails {
    return this.#parts.connectionDetails();
  }

  toast(toast: Toast): void {
    this.#parts.surface.toast(toast);
  }

  show(dialog: ComponentChildren): void {
    this.#parts.surface.show(dialog);
  }

  showDetails(details: Details | undefined): void {
    this.details.value = details;
  }

  assume(event: AnyEvent): void {
    this.applyEvents([event]);
  }

  listen<Type extends ServerEvent["type"]>(
    type: Type,
    listener: (event: EventOfType<Type> | undefined) => void,
  ): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    // Listeners are stored by event type, so this one only gets events of its type.
    const stored = listener as (event: AnyEvent | undefined) => void;
    this.#listeners.set(type, listeners.add(stored));
    return () => listeners.delete(stored);
  }

  /**
   * Applies the server's events, and returns the new messages. A component that depends on several changes is rendered
   * once.
   */
  applyEvents(events: readonly AnyEvent[]): readonly Message[] {
    const added: Message[] = [];
    const { live, messages, feeds, recent, topics, moves, outbox, drafts } = this.#parts;
    const moved: TopicMove[] = [];
    batch(() => {
      live.applyEvents(events);
      for (const event of events) {
        reportErrors(() => {
          const change = messages.apply(event);
          feeds.follow(event, change);
          recent.follow(event);
          topics.follow(event);
          for (const listener of this.#listeners.get(event.type) ?? []) listener(event);
          added.push(...change.added);
          const move = moves.follow(event);
          if (move !== undefined) moved.push(move);
          this.refresh([...change.added, ...change.changed].map(({ id }) => id).concat(change.removed));
        });
      }
      for (const move of moved) {
        outbox.followTopic(move);
        drafts.followTopic(move);
        const to = afterMove(this.place.peek(), move);
        if (to !== this.place.peek()) this.go(to, "replace");
      }
      if (moved.length > 0) this.moved.value = moved;
      if (events.some(renames)) this.#parts.history.refresh();
    });
    return added;
  }

  /** Starts over with a new state after events were missed, and requests everything visible again. */
  renew(state: State): void {
    this.#parts.live.replace(state);
    this.#parts.acts.renew?.();
    const { feeds, recent, topics } = this.#parts;
    void feeds.renew();
    void recent.renew();
    topics.renew();
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(undefined);
  }

  /** Updates messages in all components that use them. */
  refresh(ids: Iterable<MessageId>): void {
    for (const id of ids) {
      const watched = this.#watched.get(id);
      if (watched !== undefined) watched.value = this.messages.get(id);
    }
  }
}

/** True if an event may have renamed a channel or a user, whose names are part of URLs. */
const renames = ({ type, op }: AnyEvent): boolean => op === "update" && (type === "stream" || type === "realm_user");
