/** Options that can be added to a channel's email address, for the messages created from emails (webhooks.md 6). */
export const MAIL_OPTIONS = ["show-sender", "include-quotes", "include-footer", "prefer-html"] as const;
export type MailOption = (typeof MAIL_OPTIONS)[number];

/** Shorter option names, for addresses whose local part would be longer than mail servers accept. */
const SHORT: Readonly<Record<MailOption, string>> = {
  "show-sender": "from",
  "include-quotes": "quotes",
  "include-footer": "footer",
  "prefer-html": "html",
};
const MAX_CHARACTERS = 64;
/** The option (a suffix of the local part) that the server includes in every address it hands out. */
const GIVEN = ".show-sender";

export function addressWith(address: string, options: readonly MailOption[]): string {
  const written = (names: readonly string[]) => address.replace(GIVEN, names.map((name) => `.${name}`).join(""));
  const long = written(options);
  return long.lastIndexOf("@") <= MAX_CHARACTERS ? long : written(options.map((option) => SHORT[option]));
}
