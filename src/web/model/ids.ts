/** Ids as the API gives them. Plain numbers are enough here, because the client never makes an id. */
export type UserId = number;
export type ChannelId = number;
export type MessageId = number;
