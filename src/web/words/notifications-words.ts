import { notifications } from "./en/notifications.ts";
import { laterWords } from "./words.ts";

/** What is said with notifications. */
export const noticeWords = () => laterWords("notifications", notifications);
