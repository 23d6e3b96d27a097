/** An email address. Errors from stores and parsers can repeat it from their input. */
const ADDRESS = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** An API key, a token, or the secret part of a link. */
const TOKEN = /\b(?:[A-Za-z0-9_-]{32,}|(?=[A-Za-z]*\d)[A-Za-z0-9]{20,})\b/g;

const MAX_CHARACTERS = 4000;

/** Makes a string safe to log: replaces credentials and email addresses, and truncates it. */
export const withoutSecrets = (text: string): string =>
  text.slice(0, MAX_CHARACTERS).replace(ADDRESS, "(address)").replace(TOKEN, "(secret)");
