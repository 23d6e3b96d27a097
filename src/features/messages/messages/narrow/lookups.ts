import type { ChannelId, ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { ChannelIds } from "./filter.ts";
import type { ChannelKind } from "./terms.ts";

export interface NarrowChannel extends ChannelIds {
  /** Whether the viewer may read what was sent before and without them. */
  readonly fullHistory: boolean;
}

/** Where a message stands now. */
export type NarrowLocation =
  | { readonly kind: "channel"; readonly channel: ChannelId; readonly topic: string }
  | { readonly kind: "direct"; readonly participants: readonly UserId[] };

/** What the realm answers while a narrow is resolved for one viewer; everything the viewer may not see is absent. */
export interface NarrowLookups {
  readonly viewer: UserId;
  /** Guests search only what they received, also in public channels. */
  readonly isGuest: boolean;
  /** The form of a topic by which messages.topic_key compares. */
  topicKey(topic: string): string;
  /** A channel whose messages the viewer may read. */
  channelById(id: number): NarrowChannel | undefined;
  /** The same by name, whatever its case. */
  channelByName(name: string): NarrowChannel | undefined;
  channels(kind: ChannelKind): readonly NarrowChannel[];
  userById(id: number): UserId | undefined;
  userByEmail(email: string): UserId | undefined;
  /** The conversation of exactly these users, the viewer among them, if anything was ever said in it. */
  directConversation(participants: readonly UserId[]): ConversationId | undefined;
  /** The viewer's conversations that the user takes part in: all of them if it is the viewer. */
  directConversationsIncluding(user: UserId, options: { readonly groupsOnly: boolean }): readonly ConversationId[];
  /** The place of a message that the viewer may read. */
  location(messageId: number): NarrowLocation | undefined;
}
