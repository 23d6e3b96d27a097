/** Ids as the API gives them. They are plain numbers here: nothing of the client makes one. */
export type UserId = number;
export type ChannelId = number;
export type MessageId = number;
