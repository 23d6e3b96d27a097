import type { Flag, Message } from "../messages/message.ts";

const has = (message: Message, flag: Flag): boolean => message.flags.includes(flag);

export const isRead = (message: Message): boolean => has(message, "read");
export const isStarred = (message: Message): boolean => has(message, "starred");
/** Whether the message mentions the user by name, or by a group. */
export const mentionsMe = (message: Message): boolean => has(message, "mentioned");
/** Whether the message mentions the user by name, by a group, or by a wildcard. */
export const callsMe = (message: Message): boolean =>
  mentionsMe(message) || has(message, "stream_wildcard_mentioned") || has(message, "topic_wildcard_mentioned");
export const hasAlertWord = (message: Message): boolean => has(message, "has_alert_word");
/** Whether the message was sent before the user could read the channel: they have no flags of their own for it. */
export const isHistorical = (message: Message): boolean => has(message, "historical");
