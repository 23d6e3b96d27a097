import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { type Page, type PageContext, page } from "../../../api/page.ts";
import { text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { html } from "../../../html-pages/html.ts";
import type { PageContent } from "../../../html-pages/html-page.ts";
import { organizationPage } from "../../../html-pages/page-organization.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import { words } from "../../../protocol/words/words.ts";
import { on } from "../../../realm/realm.ts";
import { emailChangedHook, userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { accessByToken, dropQuotes, type EmailKind, stopEmails } from "./email-unsubscribe.ts";

const unsubscribeWords = words("unsubscribe", {
  title: "Unsubscribe",
  stopped: "Unsubscribed",
  ask: {
    messages: "Unsubscribe {email} from emails about missed messages?",
    digest: "Unsubscribe {email} from weekly digests?",
    logins: "Unsubscribe {email} from emails about new logins?",
  },
  done: {
    messages: "{email} won't get emails about missed messages anymore.",
    digest: "{email} won't get weekly digests anymore.",
    logins: "{email} won't get emails about new logins anymore.",
  },
  stop: "Unsubscribe",
  again: "You can turn them on again in your settings, under Notifications.",
  toOrganization: "Go to the organization",
});

const reply = {
  kind: v.string(),
  email: v.string(),
  /** Whether the user has settings to turn the emails on again. */
  has_settings: v.boolean(),
};

/** Shows enough of an address to recognize it. An email with the link may have been forwarded. */
const hinted = (email: string) => email.replace(/^(.).*(?=@)/u, "$1…");

const replyFor = ({ user, kind, other }: ReturnType<typeof accessByToken>) => ({
  kind,
  email: hinted(other?.address ?? user.delivery_email),
  has_settings: other === undefined,
});

/** Returns the kind of email that a link stops and the address, for the page that asks for confirmation. */
const getUnsubscribeEndpoint = action({
  route: "GET /unsubscribe/:token",
  by: "anyone",
  internal: true,
  params: { token: text("id") },
  reply,
  run: ({ realm, params }) => replyFor(accessByToken(realm, params.token)),
});

/**
 * Stops emails of a kind. Idempotent, unless the recipient joined through an outside link: then the address is deleted.
 */
const unsubscribeEndpoint = action({
  route: "POST /unsubscribe/:token",
  by: "anyone",
  internal: true,
  repeatable: true,
  params: { token: text("id") },
  reply,
  run({ realm, params }) {
    const stopped = accessByToken(realm, params.token);
    stopEmails(realm, stopped);
    return replyFor(stopped);
  },
});

/**
 * The page of an unsubscribe link. Opening it changes nothing, because programs open links in emails, too. Its button
 * posts to the same URL, as email programs do (RFC 8058).
 */
const askFirst = (context: PageContext) =>
  respond(context, "GET", (kind, email) => {
    const { title, ask, stop } = unsubscribeWords[context.language];
    return { title, body: html`<p>${ask[kind](email)}</p>\n<form method="post">\n<button>${stop}</button>\n</form>` };
  });

const unsubscribe = (context: PageContext) =>
  respond(context, "POST", (kind, email, has_settings) => {
    const { stopped: title, done, again, toOrganization } = unsubscribeWords[context.language];
    const body = html`<p>${done[kind](email)}</p>
${has_settings ? html`<p class="soft">${again}</p>` : ""}
<p class="links"><a href="/">${toOrganization}</a></p>`;
    return { title, body };
  });

function respond(
  context: PageContext,
  method: "GET" | "POST",
  content: (kind: EmailKind, email: string, has_settings: boolean) => Pick<PageContent, "title" | "body">,
): Promise<Response> {
  const { language, variables, call } = context;
  return organizationPage(context, async () => {
    const answer = await call(`${method} /unsubscribe/${encodeURIComponent(variables["token"] ?? "")}`);
    if (!answer.ok) {
      const { msg, status } = await readRefusal(answer, language);
      return { title: unsubscribeWords[language].title, body: html`<p>${msg}</p>`, status };
    }
    const { kind, email, has_settings } = await answer.json<{
      kind: EmailKind;
      email: string;
      has_settings: boolean;
    }>();
    return content(kind, email, has_settings);
  });
}

const unsubscribePages: readonly Page[] = [
  page("GET /unsubscribe/:token", askFirst),
  page("POST /unsubscribe/:token", unsubscribe),
];

/** Links in emails to unsubscribe from that kind of email, without a login. */
export const unsubscribing = feature({
  name: "unsubscribing",
  endpoints: [getUnsubscribeEndpoint, unsubscribeEndpoint],
  pages: unsubscribePages,
  // After an email change, the former address may belong to someone else.
  handlers: [on(userDeactivatedHook, dropQuotes), on(emailChangedHook, dropQuotes)],
});
