import * as v from "valibot";
import type { Realm } from "../../realm/realm.ts";
import { MAIL_JOB, queuedLetterSchema } from "./mail.ts";
import { allMails, deleteMail } from "./rows.ts";

interface Forgotten {
  readonly name: string;
  readonly address?: string;
}

/**
 * Drops the letters that wait, or are kept in a mailbox, to a person or with the address, and those with messages that name the
 * person. Others have the name too, or a word that is the same, in letters that their readers need, such as those for new passwords.
 */
export function forgetLetters(realm: Realm, { name, address = "" }: Forgotten): void {
  const isNamed = within(name, NAME_CHARACTER, "u");
  const isAddressed = within(address, ADDRESS_CHARACTER, "iu");
  realm.outbox.drop(MAIL_JOB, name, (payload) => {
    const letter = v.safeParse(queuedLetterSchema, payload);
    if (!letter.success) return false;
    const { subject, excerpts = [] } = letter.output;
    return excerpts.length > 0 && isNamed(textsOf([subject, excerpts]).join("\n"));
  });
  if (address !== "") realm.outbox.drop(MAIL_JOB, address, (payload) => isAddressed(textsOf(payload).join("\n")));
  // A developer's server has sent these, and keeps few.
  for (const { id, ...mail } of allMails.all(realm.sql, {})) {
    const text = Object.values(mail).join("\n");
    if (isNamed(text) || isAddressed(text)) deleteMail.run(realm.sql, { id });
  }
}

const NAME_CHARACTER = "[\\p{L}\\p{N}]";
const ADDRESS_CHARACTER = "[\\p{L}\\p{N}.!#$%&'*+/=?^_`{|}~-]";

/** A test of whether a text is in another, and not as the end or the beginning of a longer word. */
function within(text: string, character: string, flags: string): (other: string) => boolean {
  if (text === "") return () => false;
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const pattern = new RegExp(`(?<!${character})${escaped}(?!${NAME_CHARACTER}|[.-]${NAME_CHARACTER})`, flags);
  return (other) => pattern.test(other);
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
