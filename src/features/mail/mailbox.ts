import type { Realm } from "../../realm/realm.ts";
import type { Mail } from "./compose.ts";
import type { Letter } from "./mail.ts";
import { deleteOldest, insertMail, newestMails } from "./rows.ts";

/** How many letters a developer's mailbox holds. */
const MOST = 100;

/** A letter that went no further than here. */
export interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Where its link leads. */
  readonly url: string | null;
  readonly sent_at: number;
}

export function keepInMailbox(realm: Realm, { link }: Letter, { to, subject, text }: Mail): void {
  realm.change(() => {
    insertMail.run(realm.sql, { recipient: to, subject, text, url: link?.url ?? null, sent_at: realm.now() });
    deleteOldest.run(realm.sql, { keep: MOST });
  });
}

/** Newest first. */
export const mailbox = (realm: Realm): KeptMail[] =>
  newestMails.all(realm.sql, {}).map(({ recipient: to, ...rest }) => ({ to, ...rest }));
