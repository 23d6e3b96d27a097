import type { ReadonlySignal, Signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Capability } from "../model/capability.ts";
import type { AnyEvent, ServerEvent } from "../model/event.ts";
import type { ChannelId, MessageId, UserId } from "../model/ids.ts";
import type { Message } from "../model/messages/message.ts";
import type { Messages } from "../model/messages/messages.ts";
import type { TopicMove } from "../model/messages/topic-move.ts";
import type { FeedPlace, Place } from "../model/places/place.ts";
import type { State } from "../model/state.ts";
import type { UploadOptions } from "../wire/upload.ts";
import type { Feed } from "./feed.ts";
import type { TopicLists } from "./following/channel-topics.ts";
import type { Reads } from "./following/reads.ts";
import type { RecentConversations } from "./following/recent-conversations.ts";
import type { Drafts } from "./sending/drafts.ts";
import type { Outbox } from "./sending/outbox.ts";

export type Fields = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** How many milliseconds to wait for the answer: half a minute, where nothing is said. */
  readonly timeout?: number;
}

/**
 * Calls of the API as whoever is logged in, such as `api.post("/messages/5/reactions", { emoji_name: "tada" })`. Values
 * that are no texts are sent as JSON. They reject with `Refused` or `Unreachable` (wire/refused.ts).
 */
export interface Api {
  get<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  post<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  patch<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
  delete<Reply = Record<string, unknown>>(path: string, fields?: Fields, options?: CallOptions): Promise<Reply>;
}

/** How it stands with the server. */
export type Connection =
  | { readonly is: "starting" }
  | { readonly is: "live" }
  /** Milliseconds since 1970 at which the last answer came. */
  | { readonly is: "offline"; readonly since: number }
  /** The session has ended: whoever uses the client has to log in again, and loses nothing. */
  | { readonly is: "logged-out" };

/** A short message at the edge of the screen, such as "Moved 3 messages", with what undoes it. */
export interface Toast {
  readonly text: string;
  readonly kind?: "done" | "error";
  readonly action?: { readonly label: string; readonly run: () => void };
}

/** What the views work with. */
export interface Client {
  /**
   * The state. A component or `computed` that reads it is asked again when an event has changed one of these; nothing
   * else of the state may be read.
   */
  watch(...capabilities: readonly Capability[]): State;
  /** The messages that are known, whatever feed they are of. */
  readonly messages: Messages;
  /** A message, if it is known; whoever reads it in a component is asked again when it changes. */
  message(id: MessageId): Message | undefined;
  /** Keeps messages that were fetched. */
  keep(messages: readonly Message[]): void;
  readonly api: Api;
  /** Sends a file, and returns what the server says of it: for a message, its `url` and `filename`. */
  upload(file: File, options?: UploadOptions): Promise<Record<string, unknown>>;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly reads: Reads;
  readonly connection: ReadonlySignal<Connection>;
  /** What is shown, which follows the page's address. */
  readonly place: ReadonlySignal<Place>;
  /** The topics that were renamed, resolved or moved as a whole at last. */
  readonly moved: ReadonlySignal<readonly TopicMove[]>;
  /** Shows another place; as a step that "back" undoes, unless it replaces the present one. */
  go(place: Place, how?: "step" | "replace"): void;
  /** The place before this one; home where there is none. */
  back(): void;
  /** The messages of a place: the same feed for the same place, while a few others are shown. */
  feed(place: FeedPlace): Feed;
  /** The conversations with the latest messages, and the topics of each channel. */
  readonly recent: RecentConversations;
  readonly topics: TopicLists;
  /** Gets what a place opens with, for somebody who is about to go there. */
  prefetch(place: FeedPlace): void;
  toast(toast: Toast): void;
  vitals(): Vitals;
  /** The part of the navigation that is shown in place of the conversation, on phones. */
  readonly section: Signal<"channels" | "directs" | undefined>;
  /** Shows a dialog (parts/dialog.tsx), above one that is open; dialogs are loaded when they are first shown. */
  show(dialog: ComponentChildren): void;
  /** Closes the topmost dialog. */
  dismiss(): void;
  /** What stands beside the conversation. */
  readonly details: Signal<Details | undefined>;
  /**
   * Applies an event before the server sends it, for what has been asked of it: people see their own change at once. The
   * event of the server then finds it done; where the server refuses, whoever has called this applies the reverse.
   */
  assume(event: AnyEvent): void;
  /**
   * Tells of the server's events of a type, for what is no part of the state, such as uploaded files; and of nothing where
   * events may have been missed. Returns what ends it.
   */
  hear<Type extends ServerEvent["type"]>(type: Type, tell: (event: Heard<Type> | undefined) => void): () => void;
}

/** An event of a type. */
export type Heard<Type extends ServerEvent["type"]> = Extract<ServerEvent, { readonly type: Type }>;

/** How it stands with the wire, for who looks for a fault. */
export interface Vitals {
  readonly queue: string | undefined;
  readonly lastEvent: number | undefined;
  /** Whether this tab asks the server for events, for all others. */
  readonly isLeading: boolean;
}

/** What the pane beside the conversation shows. */
export type Details =
  | {
      readonly kind: "people";
      /** Opened to look for somebody: the focus is where names are typed. */
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
