/** The HTML by which a message names a user in a mention that is no silent one, of no group, and of no wildcard. */
export const mentionHtml = (user: number): string => `<span class="user-mention" data-user-id="${user}">`;

const mention = /<span class="user-mention" data-user-id="(\d+)">/g;

/** Begins the words of mentions in the index: a character for private use, which counts as one of a word. */
const SIGN = "\uE04D";

/** The word by which the index of texts finds the messages that mention a user. */
export const mentionWord = (user: number | string): string => `${SIGN}${user}`;

/** The words of all users whom a message mentions by name. */
export const mentionWords = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(mention), ([, user = ""]) => mentionWord(user))),
];
