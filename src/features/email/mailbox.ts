import * as v from "valibot";
import { stored } from "../../database/stored.ts";
import { limits } from "../../protocol/limit-table.ts";
import type { Realm } from "../../realm/realm.ts";
import type { Seconds } from "../../util/time.ts";
import type { Mail } from "./compose.ts";
import type { EmailMessage } from "./email.ts";
import { deleteOldest, insertMail, newestMails } from "./rows.ts";

/** An email in the mailbox of a developer's server, which stores emails instead of sending them. */
export interface KeptMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly url: string | null;
  readonly sent_at: Seconds;
  readonly html: string;
  /** Includes `Reply-To`, if the email has one. */
  readonly headers: Record<string, string>;
}

const readHeaders = stored("mailbox.headers", v.record(v.string(), v.string()), () => ({}));

export function keepInMailbox(realm: Realm, { link }: EmailMessage, mail: Mail): void {
  const { to, subject, text, html, headers, replyTo } = mail;
  const all = { ...headers, ...(replyTo !== undefined && { "Reply-To": replyTo }) };
  realm.change(() => {
    const sent_at = realm.seconds();
    const url = link?.url ?? null;
    insertMail.run(realm.sql, { recipient: to, subject, text, url, sent_at, html, headers: JSON.stringify(all) });
    deleteOldest.run(realm.sql, { keep: limits.organization.letters_in_mailbox });
  });
}

/** Returns the stored emails, newest first. */
export const mailbox = (realm: Realm): KeptMail[] =>
  newestMails.all(realm.sql, {}).map(({ recipient: to, html, headers, ...rest }) => ({
    ...rest,
    to,
    html: html ?? "",
    headers: headers === null ? {} : readHeaders(headers, to),
  }));
