/** What an address may ask of the messages that are made of mail (webhooks.md 6). */
export const MAIL_OPTIONS = ["show-sender", "include-quotes", "include-footer", "prefer-html"] as const;
export type MailOption = (typeof MAIL_OPTIONS)[number];

/** Shorter names of the same, for a part before the @ that would be longer than servers for mail take. */
const SHORT: Readonly<Record<MailOption, string>> = {
  "show-sender": "from",
  "include-quotes": "quotes",
  "include-footer": "footer",
  "prefer-html": "html",
};
const MOST_CHARACTERS = 64;
/** The option that the server gives to each address. */
const GIVEN = ".show-sender";

/** An address of the server with other options. */
export function addressWith(address: string, options: readonly MailOption[]): string {
  const written = (names: readonly string[]) => address.replace(GIVEN, names.map((name) => `.${name}`).join(""));
  const long = written(options);
  return long.lastIndexOf("@") <= MOST_CHARACTERS ? long : written(options.map((option) => SHORT[option]));
}
