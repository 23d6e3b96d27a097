/** Ids as in the API. Plain numbers suffice, because the client never creates ids. */
export type UserId = number;
export type ChannelId = number;
export type MessageId = number;
