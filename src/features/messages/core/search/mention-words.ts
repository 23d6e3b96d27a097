/** Returns the HTML of a mention of a user, but not of a silent, group or wildcard mention. */
export const mentionHtml = (user: number): string => `<span class="user-mention" data-user-id="${user}">`;

const mention = /<span class="user-mention" data-user-id="(\d+)">/g;

/** Prefix of mention words in the index: a private-use character, which counts as part of a word. */
const SIGN = "\uE04D";

export const mentionWord = (user: number | string): string => `${SIGN}${user}`;

/** Returns the index words of all users a message mentions by name. */
export const mentionWords = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(mention), ([, user = ""]) => mentionWord(user))),
];
