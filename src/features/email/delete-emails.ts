import * as v from "valibot";
import type { Realm } from "../../realm/realm.ts";
import { MAIL_JOB, queuedEmailSchema } from "./email.ts";
import { allMails, deleteMail } from "./rows.ts";

interface Forgotten {
  readonly name: string;
  readonly address?: string;
}

/**
 * Deletes queued and stored emails to an erased user, and those quoting messages that mention them. Other emails, such
 * as password resets, can contain the name or an identical word, but their readers need them.
 */
export function deleteEmails(realm: Realm, { name, address = "" }: Forgotten): void {
  const isNamed = within(name, NAME_CHARACTER, "u");
  const isAddressed = within(address, ADDRESS_CHARACTER, "iu");
  realm.outbox.drop(MAIL_JOB, name, (payload) => {
    const letter = v.safeParse(queuedEmailSchema, payload);
    if (!letter.success) return false;
    const { subject, excerpts = [] } = letter.output;
    return excerpts.length > 0 && isNamed(textsOf([subject, excerpts]).join("\n"));
  });
  if (address !== "") realm.outbox.drop(MAIL_JOB, address, (payload) => isAddressed(textsOf(payload).join("\n")));
  // Only a developer's server stores emails, and only a few.
  for (const { id, ...mail } of allMails.all(realm.sql, {})) {
    const text = Object.values(mail).join("\n");
    if (isNamed(text) || isAddressed(text)) deleteMail.run(realm.sql, { id });
  }
}

const NAME_CHARACTER = "[\\p{L}\\p{N}]";
const ADDRESS_CHARACTER = "[\\p{L}\\p{N}.!#$%&'*+/=?^_`{|}~-]";

/** Returns a function that tests whether another text contains this one as a whole word. */
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
