import { limits } from "../../protocol/limit-table.ts";
import type { Realm } from "../../realm/realm.ts";
import type { Seconds } from "../../util/time.ts";
import type { Mail } from "./compose.ts";
import type { Letter } from "./mail.ts";
import { deleteOldest, insertMail, newestMails } from "./rows.ts";

/** An email in the mailbox of a developer's server, which keeps emails instead of sending them. */
export interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The URL of its link. */
  readonly url: string | null;
  readonly sent_at: Seconds;
}

export function keepInMailbox(realm: Realm, { link }: Letter, { to, subject, text }: Mail): void {
  realm.change(() => {
    insertMail.run(realm.sql, { recipient: to, subject, text, url: link?.url ?? null, sent_at: realm.seconds() });
    deleteOldest.run(realm.sql, { keep: limits.organization.letters_in_mailbox });
  });
}

/** The emails that the server has kept, newest first. */
export const mailbox = (realm: Realm): KeptMail[] =>
  newestMails.all(realm.sql, {}).map(({ recipient: to, ...rest }) => ({ to, ...rest }));
