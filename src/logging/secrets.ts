/** An email address, which an error of a store or a parser may repeat from its input. */
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** An API key, a token, or the secret part of a link. */
const TOKEN = /\b(?:[A-Za-z0-9_-]{32,}|(?=[A-Za-z]*\d)[A-Za-z0-9]{20,})\b/g;

const MAX_CHARACTERS = 4000;

/** A text fit for the log: credentials and email addresses are replaced, and what is too long is cut. */
export const withoutSecrets = (text: string): string =>
  text.slice(0, MAX_CHARACTERS).replace(ADDRESS, "(address)").replace(TOKEN, "(secret)");
