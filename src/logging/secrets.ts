/** What an error of a store or a parser may repeat of its input: an address of mail, a key, a token, a secret of a link. */
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const TOKEN = /\b(?:[A-Za-z0-9_-]{32,}|(?=[A-Za-z]*\d)[A-Za-z0-9]{20,})\b/g;

const LONGEST = 4000;

/** A text of somebody else's, fit for a log: a line must not hold what lets its reader in, nor be of any length. */
export const withoutSecrets = (text: string): string =>
  text.slice(0, LONGEST).replace(ADDRESS, "(address)").replace(TOKEN, "(secret)");
