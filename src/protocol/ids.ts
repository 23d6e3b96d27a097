import * as v from "valibot";

declare const brand: unique symbol;
type Id<Name extends string> = number & { readonly [brand]: Name };

export type UserId = Id<"user">;
export type ChannelId = Id<"channel">;
export type MessageId = Id<"message">;
export type GroupId = Id<"group">;
/**
 * The protocol's recipient_id: one per channel, per user, and per set of users in a conversation (conventions.md 7).
 */
export type ConversationId = Id<"conversation">;
export type TopicId = Id<"topic">;

const id = <T extends number>() =>
  v.pipe(
    v.number(),
    v.integer(),
    v.transform((value) => value as T),
  );

export const userIdSchema = id<UserId>();
export const channelIdSchema = id<ChannelId>();
export const messageIdSchema = id<MessageId>();

export const toUserId = (value: number) => value as UserId;
export const toChannelId = (value: number) => value as ChannelId;
export const toMessageId = (value: number) => value as MessageId;
export const toGroupId = (value: number) => value as GroupId;
export const toConversationId = (value: number) => value as ConversationId;
export const toTopicId = (value: number) => value as TopicId;
