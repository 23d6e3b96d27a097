import { type Html, html } from "../../http/html.ts";
import { htmlPage } from "../../http/html-page.ts";
import { type PageContext, page } from "../../http/page.ts";
import { readFields } from "../../http/request-values.ts";
import { passwordLimits } from "../../protocol/limits.ts";

interface Offer {
  readonly realm_name: string;
  readonly invited_by: string;
  readonly email: string | null;
}

/** What stands in the form's fields. */
interface Entered {
  readonly email?: string | undefined;
  readonly full_name?: string | undefined;
}

/** Where the link of an invitation leads: a form for the account that is offered. */
export const joinPage = page("GET /join/:key", async (context) => {
  const offer = await offerOf(context);
  return offer instanceof Response ? offer : form(offer, {});
});

/** The form comes back: there is an account now, or something to put right. */
export const joinedPage = page("POST /join/:key", async (context) => {
  const offer = await offerOf(context);
  if (offer instanceof Response) return offer;
  const { text } = await readFields(context.request, context.url);
  const entered = { full_name: text.get("full_name"), email: offer.email === null ? text.get("email") : undefined };
  const wanted = { ...entered, password: text.get("password") };
  // A field that is left empty is one that is missing.
  const fields = Object.entries(wanted).filter((field): field is [string, string] => !!field[1]);
  const answer = await context.call(`POST ${path(context)}`, Object.fromEntries(fields));
  const reply = await answer.json<{ msg: string; email: string }>();
  if (answer.ok) return joined(offer, reply.email, context.facts.origin);
  return form(offer, entered, { wrong: reply.msg, status: answer.status });
});

const path = ({ variables }: PageContext) => `/join/${encodeURIComponent(variables.key ?? "")}`;

async function offerOf(context: PageContext): Promise<Offer | Response> {
  const answer = await context.call(`GET ${path(context)}`);
  if (answer.ok) return answer.json<Offer>();
  const { msg } = await answer.json<{ msg: string }>();
  return htmlPage({ title: "Invitation", body: html`<p>${msg}</p>`, status: answer.status });
}

function form(
  { realm_name, invited_by, email }: Offer,
  entered: Entered,
  { wrong, status = 200 }: { wrong?: string; status?: number } = {},
): Response {
  const { password_min_length: shortest, password_max_length: longest } = passwordLimits;
  const address =
    email === null
      ? html`<input type="email" name="email" value="${entered.email}" required autocomplete="email">`
      : html`<input type="email" value="${email}" disabled autocomplete="username">`;
  const body = html`${wrong === undefined ? null : html`<p class="wrong" role="alert">${wrong}</p>`}
<p>${invited_by} invites you to ${realm_name}. Make an account to join.</p>
<form method="post">
<label>Email ${address}</label>
<label>Your name <input name="full_name" value="${entered.full_name}" required maxlength="100" autocomplete="name"></label>
<label>Password <input type="password" name="password" required minlength="${shortest}" maxlength="${longest}" autocomplete="new-password"></label>
<button>Join ${realm_name}</button>
</form>`;
  return htmlPage({ title: `Join ${realm_name}`, body, status });
}

function joined({ realm_name }: Offer, email: string, origin: string): Response {
  const body: Html = html`<p>You have an account now. To connect, use any of Zulip's apps, or <a href="/">this server's page</a>:</p>
<p>Address of the organization: <code>${origin}</code></p>
<p>Email: <code>${email}</code></p>
<p>The password is the one that you have just chosen.</p>`;
  return htmlPage({ title: `Welcome to ${realm_name}`, body });
}
