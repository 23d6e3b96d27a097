import { html } from "../../../http/html.ts";
import { htmlPage } from "../../../http/html-page.ts";
import { passwordLimits } from "../../../protocol/limits.ts";

/** An invitation as GET /join/:key describes it. */
export interface InvitationSummary {
  readonly realm_name: string;
  readonly invited_by: string;
  /** The address that was invited; null for a link, where whoever joins enters one. */
  readonly email: string | null;
  readonly confirms_email: boolean;
}

/** What was entered in the form, to show it again beside an error. */
interface EnteredFields {
  readonly email?: string | undefined;
  readonly full_name?: string | undefined;
}

/** Why the API refused what was entered. */
interface FormError {
  readonly msg: string;
  readonly status: number;
}

const alert = (formError: FormError | undefined) =>
  formError && html`<p class="wrong" role="alert">${formError.msg}</p>\n`;
const greeting = ({ realm_name, invited_by }: InvitationSummary) => html`${invited_by} invites you to ${realm_name}.`;
const addressField = (value: string | undefined) =>
  html`<input type="email" name="email" value="${value}" required autocomplete="email">`;

/** The form of a link: it asks for an address, to which the personal invitation is mailed. */
export function emailForm(invitation: InvitationSummary, { email }: EnteredFields, formError?: FormError): Response {
  const body = html`${alert(formError)}<p>${greeting(invitation)} Say where you get your mail, and go on from there.</p>
<form method="post">
<label>Email ${addressField(email)}</label>
<button>Send me a letter</button>
</form>`;
  return htmlPage({ title: `Join ${invitation.realm_name}`, body, status: formError?.status ?? 200 });
}

/** The form that creates the account. */
export function accountForm(invitation: InvitationSummary, entered: EnteredFields, formError?: FormError): Response {
  const { password_min_length: shortest, password_max_length: longest } = passwordLimits;
  const address =
    invitation.email === null
      ? addressField(entered.email)
      : html`<input type="email" value="${invitation.email}" disabled autocomplete="username">`;
  const body = html`${alert(formError)}<p>${greeting(invitation)} Make an account to join.</p>
<form method="post">
<label>Email ${address}</label>
<label>Your name <input name="full_name" value="${entered.full_name}" required maxlength="100" autocomplete="name"></label>
<label>Password <input type="password" name="password" required minlength="${shortest}" maxlength="${longest}" autocomplete="new-password"></label>
<button>Join ${invitation.realm_name}</button>
</form>`;
  return htmlPage({ title: `Join ${invitation.realm_name}`, body, status: formError?.status ?? 200 });
}

/** Says that the personal invitation has been mailed. */
export function mailSentPage({ realm_name }: InvitationSummary, email: string): Response {
  const body = html`<p>A letter is on its way to <code>${email}</code>. The link in it leads on, for a day.</p>`;
  return htmlPage({ title: `Join ${realm_name}`, body });
}

/** Says how to connect to the new account. */
export function accountCreatedPage({ realm_name }: InvitationSummary, email: string, origin: string): Response {
  const body = html`<p>You have an account now. To connect, use any of Zulip's apps, or <a href="/">this server's page</a>:</p>
<p>Address of the organization: <code>${origin}</code></p>
<p>Email: <code>${email}</code></p>
<p>The password is the one that you have just chosen.</p>`;
  return htmlPage({ title: `Welcome to ${realm_name}`, body });
}

export const refusalPage = ({ msg, status }: FormError): Response =>
  htmlPage({ title: "Invitation", body: html`<p>${msg}</p>`, status });
