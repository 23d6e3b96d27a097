import type { ReadonlySignal, Signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Capability } from "../model/capability.ts";
import type { AnyEvent, ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId, UserId } from "../model/ids.ts";
import type { Message } from "../model/messages/message.ts";
import type { TopicMove } from "../model/messages/message-update.ts";
import type { Messages } from "../model/messages/messages.ts";
import type { FeedRoute, Route } from "../model/places/place.ts";
import type { State } from "../model/state.ts";
import type { Api } from "../wire/api.ts";
import type { UploadOptions } from "../wire/upload.ts";
import type { Feed } from "./feed.ts";
import type { TopicLists } from "./following/channel-topics.ts";
import type { RecentConversations } from "./following/recent-conversations.ts";
import type { Acts } from "./sending/acts.ts";
import type { Drafts } from "./sending/drafts.ts";
import type { Outbox } from "./sending/outbox.ts";

export type { Fields } from "../wire/api.ts";

/** The state of the connection to the server. */
export type ServerConnectionState =
  | { readonly kind: "starting" }
  | { readonly kind: "live" }
  /**
   * `since` is the time of the last answer, in milliseconds since 1970; `reason` is whether this device has no network, the
   * server does not answer although it has one, or the server answers, but the organization does not allow this network.
   */
  | { readonly kind: "offline"; readonly since: number; readonly reason: "no-network" | "no-answer" | "barred" }
  /** The session has ended: people have to log in again, and lose nothing. */
  | { readonly kind: "logged-out" };

/** A short message at the edge of the screen, such as "Moved 3 messages", perhaps with a button that undoes it. */
export interface Toast {
  readonly text: string;
  readonly kind?: "done" | "error";
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** The client of a page, as its views use it. */
export interface Client {
  /**
   * The state. A component or `computed` that reads it runs again when an event has changed one of these capabilities; it
   * must not read any other part of the state.
   */
  watch(...capabilities: readonly Capability[]): State;
  /** The messages that are known, of all feeds. */
  readonly messages: Messages;
  /** A message, if it is known. A component that reads it is drawn again when it changes. */
  message(id: MessageId): Message | undefined;
  /** Adds fetched messages to those that are known. */
  keep(messages: readonly Message[]): void;
  readonly api: Api;
  /** Sends a file, and returns the server's answer: for a message, its `url` and `filename`. */
  upload(file: File, options?: UploadOptions): Promise<Record<string, unknown>>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly acts: Acts;
  readonly connection: ReadonlySignal<ServerConnectionState>;
  /** The place that is shown, which follows the page's address. */
  readonly place: ReadonlySignal<Route>;
  /** The topics that were most recently renamed, resolved or moved as a whole. */
  readonly moved: ReadonlySignal<readonly TopicMove[]>;
  /** Shows another place, as a step that "back" undoes, or in place of the present one (`replace`). */
  go(place: Route, how?: "step" | "replace"): void;
  /** Goes back to the place before this one; home if there is none. */
  back(): void;
  /** The last place outside of the settings, which lead back to it. */
  readonly outside: Route;
  /** The messages of a place. The same place gives the same feed, until several others have been shown. */
  feed(place: FeedRoute): Feed;
  /** The conversations with the latest messages. */
  readonly recent: RecentConversations;
  /** The topics of each channel. */
  readonly topics: TopicLists;
  /** Loads the messages that a place opens with, for someone who is about to go there. */
  prefetch(place: FeedRoute): void;
  /** Prepares a search of the stored messages, where the server cannot be reached, for someone who is about to search. */
  prepareSearch(): void;
  toast(toast: Toast): void;
  connectionDetails(): ConnectionDetails;
  /** The part of the navigation that phones show in place of the conversation. */
  readonly section: Signal<"channels" | "directs" | undefined>;
  /** Shows a dialog (parts/dialog.tsx), above any that is open. Dialogs are loaded when they are first shown. */
  show(dialog: ComponentChildren): void;
  /** The content of the pane beside the conversation, if it is open. */
  readonly details: Signal<Details | undefined>;
  /**
   * Applies an event before the server sends it, for a change that was just requested: people see their own change at once.
   * The event of the server then changes nothing; if the server refuses, the caller applies the reverse.
   */
  assume(event: AnyEvent): void;
  /**
   * Calls `listener` with the server's events of a type, for data that is not part of the state, such as uploaded files; with
   * undefined if events may have been missed. Returns a function that ends it.
   */
  listen<Type extends ServerEvent["type"]>(
    type: Type,
    listener: (event: EventOfType<Type> | undefined) => void,
  ): () => void;
}

/** An event of one type. */
export type EventOfType<Type extends ServerEvent["type"]> = Extract<ServerEvent, { readonly type: Type }>;

/** The state of the wire, for people who look for a fault. */
export interface ConnectionDetails {
  readonly queue: string | undefined;
  readonly lastEvent: number | undefined;
  /** Whether this tab asks the server for events, for all tabs. */
  readonly isLeading: boolean;
}

/** The content of the pane beside the conversation. */
export type Details =
  | {
      readonly kind: "people";
      /** Opened to search for someone: the focus is in the field for names. */
      readonly filters?: true;
    }
  | { readonly kind: "person"; readonly user: UserId }
  | { readonly kind: "channel"; readonly channel: ChannelId };

const ClientContext = createContext<Client | undefined>(undefined);
export const ClientProvider = ClientContext.Provider;

/** The client of this page. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === undefined) throw new Error("there is no client around this view");
  return client;
}
