import type { ChannelId, ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { SearchQuery } from "../search/index.ts";
import type { ChannelKind, Contents, State } from "./terms.ts";

export type Test =
  | { readonly kind: "conversations"; readonly ids: readonly ConversationId[] }
  | { readonly kind: "topic"; readonly key: string }
  | { readonly kind: "sender"; readonly id: UserId }
  | { readonly kind: "mentions"; readonly id: UserId }
  | { readonly kind: "ids"; readonly ids: readonly number[] }
  | { readonly kind: "search"; readonly query: SearchQuery }
  | { readonly kind: "has"; readonly what: Contents }
  | { readonly kind: "is"; readonly what: State }
  | { readonly kind: "home" }
  | { readonly kind: "sent-from"; readonly time: Seconds };

export type Condition = Test & { readonly negated: boolean };

/** The two ids under which a channel's messages are stored. */
export interface ChannelIds {
  readonly channel: ChannelId;
  readonly conversation: ConversationId;
}

/**
 * A narrow with every name resolved, as plain data. Its base is either the messages that the viewer received or has as
 * `historical`, or all messages of channels whose history is open to the viewer (messages.md 4, "Search base").
 */
export interface Filter {
  readonly base: { readonly kind: "own" } | { readonly kind: "history"; readonly channels: readonly ChannelIds[] };
  readonly conditions: readonly Condition[];
}

export const onlyUnread = (filter: Filter): Filter => withTest(filter, { kind: "is", what: "unread" });

export const onlySentFrom = (filter: Filter, time: Seconds): Filter => withTest(filter, { kind: "sent-from", time });

export const onlyIds = (filter: Filter, ids: readonly number[]): Filter => withTest(filter, { kind: "ids", ids });

/** Restricts a filter to `in:home`: messages that the viewer hasn't muted, or that mention them. */
export const onlyHome = (filter: Filter): Filter => withTest(filter, { kind: "home" });

const withTest = (filter: Filter, test: Test): Filter => ({
  ...filter,
  conditions: [...filter.conditions, { ...test, negated: false }],
});

export interface NarrowChannel extends ChannelIds {
  /** Whether the viewer can read the whole history, including messages from before they subscribed. */
  readonly fullHistory: boolean;
}

/** A message's conversation, as a narrow refers to it. */
export type NarrowLocation =
  | { readonly kind: "channel"; readonly channel: ChannelId; readonly topic: string }
  | { readonly kind: "direct"; readonly participants: readonly UserId[] };

/** Lookups that resolve a narrow for one viewer. What the viewer can't see is reported as missing. */
export interface NarrowLookups {
  readonly viewer: UserId;
  /** Guests search only what they received, even in public channels. */
  readonly isGuest: boolean;
  channelById(id: number): NarrowChannel | undefined;
  /** Returns a channel by name, ignoring case, if the viewer can read its messages. */
  channelByName(name: string): NarrowChannel | undefined;
  channels(kind: ChannelKind): readonly NarrowChannel[];
  userById(id: number): UserId | undefined;
  userByEmail(email: string): UserId | undefined;
  /** Returns the direct conversation of exactly these users, including the viewer, if it exists. */
  directConversation(participants: readonly UserId[]): ConversationId | undefined;
  /** Returns the viewer's direct conversations that include a user, or all of them if the user is the viewer. */
  directConversationsIncluding(user: UserId, options: { readonly groupsOnly: boolean }): readonly ConversationId[];
  location(messageId: number): NarrowLocation | undefined;
}
