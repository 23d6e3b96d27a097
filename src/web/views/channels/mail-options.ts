/** The options that an address can have for the messages that are made of mail (webhooks.md 6). */
export const MAIL_OPTIONS = ["show-sender", "include-quotes", "include-footer", "prefer-html"] as const;
export type MailOption = (typeof MAIL_OPTIONS)[number];

/** Shorter names of the options, for addresses whose part before the @ would be longer than mail servers accept. */
const SHORT: Readonly<Record<MailOption, string>> = {
  "show-sender": "from",
  "include-quotes": "quotes",
  "include-footer": "footer",
  "prefer-html": "html",
};
const MAX_CHARACTERS = 64;
/** The option that every address from the server has. */
const GIVEN = ".show-sender";

/** The same address with other options. */
export function addressWith(address: string, options: readonly MailOption[]): string {
  const written = (names: readonly string[]) => address.replace(GIVEN, names.map((name) => `.${name}`).join(""));
  const long = written(options);
  return long.lastIndexOf("@") <= MAX_CHARACTERS ? long : written(options.map((option) => SHORT[option]));
}
