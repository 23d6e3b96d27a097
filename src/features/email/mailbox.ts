import * as v from "valibot";
import { action } from "../../api/endpoint.ts";
import { page } from "../../api/page.ts";
import { stored } from "../../database/stored.ts";
import { html } from "../../html-pages/html.ts";
import { htmlPage } from "../../html-pages/html-page.ts";
import { notFound } from "../../protocol/errors.ts";
import { limits } from "../../protocol/limit-table.ts";
import type { Realm } from "../../realm/realm.ts";
import type { Mail } from "./compose.ts";
import type { EmailMessage } from "./email.ts";
import { allMails, deleteOldest, insertMail } from "./rows.ts";

/** An email in the mailbox of a developer's server, which stores emails instead of sending them. */
const keptMail = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  url: v.nullable(v.string()),
  sent_at: v.number(),
  html: v.string(),
  /** Includes `Reply-To`, if the email has one. */
  headers: v.record(v.string(), v.string()),
});
type KeptMail = v.InferOutput<typeof keptMail>;

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
const mailbox = (realm: Realm): KeptMail[] =>
  allMails.all(realm.sql, {}).map(({ id: _, recipient: to, html, headers, ...rest }) => ({
    ...rest,
    to,
    html: html ?? "",
    headers: headers === null ? {} : readHeaders(headers, to),
  }));

export const mailboxPage = page("GET /dev/mail", async ({ call, language }) => {
  const response = await call("GET /dev/mail");
  if (!response.ok) return response;
  const { mails } = await response.json<{ mails: KeptMail[] }>();
  const body = html`${mails.length === 0 ? html`<p>No mail yet.</p>` : null}${mails.map(article)}`;
  return htmlPage({ language, title: "Mail", body, wide: true });
});

const article = ({ to, subject, text, url, sent_at }: KeptMail) => html`<article>
<h2>${subject}</h2>
<p>To ${to}, ${new Date(sent_at * 1000).toISOString()}</p>
<pre>${text}</pre>
${url !== null && /^https?:/.test(url) ? html`<p><a href="${url}">${url}</a></p>` : null}
</article>
`;

/** For developers, not part of Zulip's API: the emails that a real server would have sent. */
export const getMailboxEndpoint = action({
  route: "GET /dev/mail",
  by: "anyone",
  loopbackOnly: ({ mail }) => mail === "mailbox",
  reply: { mails: v.array(keptMail) },
  run({ realm }) {
    if (realm.config.mail !== "mailbox") throw notFound("This server keeps no mailbox.");
    return { mails: mailbox(realm) };
  },
});
