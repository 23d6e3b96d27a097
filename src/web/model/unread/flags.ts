import type { Flag, Message } from "../messages/message.ts";

const has = (message: Message, flag: Flag): boolean => message.flags.includes(flag);

export const isRead = (message: Message): boolean => has(message, "read");
export const isStarred = (message: Message): boolean => has(message, "starred");
/** By name, or by a group that one is in. */
export const mentionsMe = (message: Message): boolean => has(message, "mentioned");
/** By name, by a group, or with all others. */
export const callsMe = (message: Message): boolean =>
  mentionsMe(message) || has(message, "stream_wildcard_mentioned") || has(message, "topic_wildcard_mentioned");
export const hasAlertWord = (message: Message): boolean => has(message, "has_alert_word");
/** Sent before one could read it: one has no flags of it. */
export const isHistorical = (message: Message): boolean => has(message, "historical");
