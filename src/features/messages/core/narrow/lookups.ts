import type { ChannelId, ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { ChannelIds } from "./filter.ts";
import type { ChannelKind } from "./terms.ts";

/** A channel the viewer can read. */
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
  /** Returns a topic's key in the column topic_key, the same for all spellings. */
  topicKey(topic: string): string;
  /** Returns a channel by id, if the viewer can read its messages. */
  channelById(id: number): NarrowChannel | undefined;
  /** Returns a channel by name, ignoring case, if the viewer can read its messages. */
  channelByName(name: string): NarrowChannel | undefined;
  /** Returns channels of a kind whose messages the viewer can read. */
  channels(kind: ChannelKind): readonly NarrowChannel[];
  userById(id: number): UserId | undefined;
  userByEmail(email: string): UserId | undefined;
  /** Returns the direct conversation of exactly these users, including the viewer, if it exists. */
  directConversation(participants: readonly UserId[]): ConversationId | undefined;
  /** Returns the viewer's direct conversations that include a user; all of them for the viewer. */
  directConversationsIncluding(user: UserId, options: { readonly groupsOnly: boolean }): readonly ConversationId[];
  /** Returns a message's location, if the viewer can read it. */
  location(messageId: number): NarrowLocation | undefined;
}
