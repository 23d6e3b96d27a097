import type { ReadonlySignal, Signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Capability } from "../model/capability.ts";
import type { AnyEvent, ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId, UserId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import type { TopicMove } from "../model/messages/message-update.ts";
import type { Messages } from "../model/messages/messages.ts";
import type { FeedRoute, Route, Term } from "../model/routes/place.ts";
import type { State } from "../model/state.ts";
import type { Api } from "../wire/api.ts";
import type { UploadOptions } from "../wire/upload.ts";
import type { TopicLists } from "./background/channel-topics.ts";
import type { RecentConversations } from "./background/recent-conversations.ts";
import type { Feed } from "./feed.ts";
import type { Acts } from "./sending/acts.ts";
import type { Drafts } from "./sending/drafts.ts";
import type { Outbox } from "./sending/outbox.ts";

export type { Fields } from "../wire/api.ts";

export type ServerConnectionState =
  | { readonly kind: "starting" }
  | { readonly kind: "live" }
  /**
   * `since` is the time of the last response, in milliseconds since 1970. `reason`: this device has no network, the
   * server doesn't respond although there is a network, or the organization doesn't allow this network.
   */
  | { readonly kind: "offline"; readonly since: number; readonly reason: "no-network" | "no-answer" | "barred" }
  /** The session has ended. Users must log in again, but lose nothing. */
  | { readonly kind: "logged-out" };

/** A short message at the edge of the screen, such as "Moved 3 messages", with an optional undo button. */
export interface Toast {
  readonly text: string;
  readonly kind?: "done" | "error";
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface Client {
  /**
   * Returns the state. A component or `computed` that reads it runs again when an event has changed one of these
   * capabilities, and must not read any other part of the state.
   */
  watch(...capabilities: readonly Capability[]): State;
  readonly messages: Messages;
  /** Returns a message if it is known. A component that reads it is rendered again when it changes. */
  message(id: MessageId): Message | undefined;
  /**
   * Requests messages by id, and adds them to the known ones. Returns those that match the terms, according to the
   * server.
   */
  fetch(terms: readonly Term[], ids: readonly MessageId[]): Promise<readonly Message[]>;
  readonly api: Api;
  /** Uploads a file, and returns the server's response: for a message, its `url` and `filename`. */
  upload(file: File, options?: UploadOptions): Promise<Record<string, unknown>>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly acts: Acts;
  readonly connection: ReadonlySignal<ServerConnectionState>;
  /** The current place, derived from the page's URL. */
  readonly place: ReadonlySignal<Route>;
  /** Topics that were recently renamed, resolved or moved as a whole. */
  readonly moved: ReadonlySignal<readonly TopicMove[]>;
  /** Navigates to a place, as a new history entry or replacing the current one (`replace`). */
  go(place: Route, how?: "step" | "replace"): void;
  /** Navigates back, or home if there is no previous place. */
  back(): void;
  readonly outside: Route;
  /** Returns the messages of a place. A place keeps its feed until several others have been shown. */
  feed(place: FeedRoute): Feed;
  readonly recent: RecentConversations;
  readonly topics: TopicLists;
  /** Preloads the messages that a place opens with, when the user is about to go there. */
  prefetch(place: FeedRoute): void;
  /** Prepares an offline search of the stored messages, when the user is about to search. */
  prepareSearch(): void;
  /** Returns the messages stored on this device that match a search, oldest first. */
  findStored(place: FeedRoute): Promise<readonly Message[]>;
  toast(toast: Toast): void;
  connectionDetails(): ConnectionDetails;
  /** The navigation section that phones show instead of the conversation. */
  readonly section: Signal<"channels" | "directs" | undefined>;
  /** Shows a dialog (parts/dialog.tsx), above any open one. The code of dialogs is loaded on first use. */
  show(dialog: ComponentChildren): void;
  /** The content of the pane next to the conversation, if it is open. */
  readonly details: Signal<Details | undefined>;
  /** Opens the pane next to the conversation, or closes it. */
  showDetails(details: Details | undefined): void;
  /**
   * Applies an event optimistically for a change just requested, so that users see their own change at once. The
   * server's event then changes nothing. If the server rejects the change, the caller applies the reverse.
   */
  assume(event: AnyEvent): void;
  /**
   * Calls `listener` with the server's events of a type, or with undefined if events may have been missed. For data
   * that isn't part of the state, such as uploaded files. Returns a function that stops it.
   */
  listen<Type extends ServerEvent["type"]>(
    type: Type,
    listener: (event: EventOfType<Type> | undefined) => void,
  ): () => void;
}

export type EventOfType<Type extends ServerEvent["type"]> = Extract<ServerEvent, { readonly type: Type }>;

export interface ConnectionDetails {
  readonly queue: string | undefined;
  readonly lastEvent: number | undefined;
  /** True if this tab fetches events from the server for all tabs. */
  readonly isLeading: boolean;
}

export type Details =
  | {
      readonly kind: "people";
      /** Opened to search for someone, with the focus in the name field. */
      readonly filters?: true;
    }
  | { readonly kind: "person"; readonly user: UserId }
  | { readonly kind: "channel"; readonly channel: ChannelId };

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error("there is no client around this view");
  return client;
}
