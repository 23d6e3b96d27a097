import { page } from "../../api/page.ts";
import { html } from "../../html-pages/html.ts";
import { htmlPage } from "../../html-pages/html-page.ts";
import { inMilliseconds } from "../../util/time.ts";
import type { KeptMail } from "./mailbox.ts";

/** Mailbox of a developer's server, newest email first. */
export const mailboxPage = page("GET /dev/mail", async ({ call, language }) => {
  const response = await call("GET /dev/mail");
  if (!response.ok) return response;
  const { mails } = await response.json<{ mails: KeptMail[] }>();
  const body = html`${mails.length === 0 ? html`<p>No mail yet.</p>` : null}${mails.map(article)}`;
  return htmlPage({ language, title: "Mail", body, wide: true });
});

const article = ({ to, subject, text, url, sent_at }: KeptMail) => html`<article>
<h2>${subject}</h2>
<p>To ${to}, ${new Date(inMilliseconds(sent_at)).toISOString()}</p>
<pre>${text}</pre>
${url !== null && /^https?:/.test(url) ? html`<p><a href="${url}">${url}</a></p>` : null}
</article>
`;
