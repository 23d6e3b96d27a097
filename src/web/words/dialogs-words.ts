import { dialogs } from "./en/dialogs.ts";
import { laterWords } from "./words.ts";

/** What is said where messages and topics are moved, deleted and looked into. */
export const dialogsWords = () => laterWords("dialogs", dialogs);
