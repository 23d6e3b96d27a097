import { limits } from "../../protocol/limit-table.ts";
import type { Realm } from "../../realm/realm.ts";
import type { Seconds } from "../../util/time.ts";
import type { Mail } from "./compose.ts";
import type { Letter } from "./mail.ts";
import { deleteOldest, insertMail, newestMails } from "./rows.ts";

/** A letter that went no further than here. */
export interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Where its link leads. */
  readonly url: string | null;
  readonly sent_at: Seconds;
}

export function keepInMailbox(realm: Realm, { link }: Letter, { to, subject, text }: Mail): void {
  realm.change(() => {
    insertMail.run(realm.sql, { recipient: to, subject, text, url: link?.url ?? null, sent_at: realm.seconds() });
    deleteOldest.run(realm.sql, { keep: limits.organization.letters_in_mailbox });
  });
}

/** Newest first. */
export const mailbox = (realm: Realm): KeptMail[] =>
  newestMails.all(realm.sql, {}).map(({ recipient: to, ...rest }) => ({ to, ...rest }));
