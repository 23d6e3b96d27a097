import type { ChannelId, ConversationId, UserId } from "../../../../protocol/ids.ts";
import type { ChannelIds } from "./filter.ts";
import type { ChannelKind } from "./terms.ts";

/** A channel that the viewer may read. */
export interface NarrowChannel extends ChannelIds {
  /** Whether the viewer may read the whole history, including what was sent before they subscribed. */
  readonly fullHistory: boolean;
}

/** The conversation in which a message is, as a narrow names it. */
export type NarrowLocation =
  | { readonly kind: "channel"; readonly channel: ChannelId; readonly topic: string }
  | { readonly kind: "direct"; readonly participants: readonly UserId[] };

/** The look-ups by which a narrow is resolved for one viewer. What the viewer may not see is answered as missing. */
export interface NarrowLookups {
  readonly viewer: UserId;
  /** Guests search only what they received, also in public channels. */
  readonly isGuest: boolean;
  /** The key of a topic in the column topic_key, the same for all spellings. */
  topicKey(topic: string): string;
  /** The channel with an id, if the viewer may read its messages. */
  channelById(id: number): NarrowChannel | undefined;
  /** The channel with a name, in any case, if the viewer may read its messages. */
  channelByName(name: string): NarrowChannel | undefined;
  /** The channels of a kind whose messages the viewer may read. */
  channels(kind: ChannelKind): readonly NarrowChannel[];
  userById(id: number): UserId | undefined;
  userByEmail(email: string): UserId | undefined;
  /** The direct message conversation of exactly these users, the viewer among them, if there is one. */
  directConversation(participants: readonly UserId[]): ConversationId | undefined;
  /** The viewer's direct message conversations of which a user is a member; all of them if it is the viewer. */
  directConversationsIncluding(user: UserId, options: { readonly groupsOnly: boolean }): readonly ConversationId[];
  /** The place of a message, if the viewer may read it. */
  location(messageId: number): NarrowLocation | undefined;
}
