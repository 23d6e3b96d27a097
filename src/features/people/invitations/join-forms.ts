import { html } from "../../../http/html.ts";
import { htmlPage } from "../../../http/html-page.ts";
import { passwordLimits } from "../../../protocol/limits.ts";

/** What an invitation offers, as its page shows it. */
export interface Offer {
  readonly realm_name: string;
  readonly invited_by: string;
  /** The address that was invited; null where it is for whoever joins to say. */
  readonly email: string | null;
  readonly confirms_email: boolean;
}

/** What stands in the form's fields. */
interface Entered {
  readonly email?: string | undefined;
  readonly full_name?: string | undefined;
}

/** Why a form was not taken. */
interface Wrong {
  readonly msg: string;
  readonly status: number;
}

const alert = (wrong: Wrong | undefined) => wrong && html`<p class="wrong" role="alert">${wrong.msg}</p>\n`;
const greeting = ({ realm_name, invited_by }: Offer) => html`${invited_by} invites you to ${realm_name}.`;
const addressField = (value: string | undefined) =>
  html`<input type="email" name="email" value="${value}" required autocomplete="email">`;

/** For a link, which anybody may follow: the letter that confirms the address leads on. */
export function addressForm(offer: Offer, { email }: Entered, wrong?: Wrong): Response {
  const body = html`${alert(wrong)}<p>${greeting(offer)} Say where you get your mail, and go on from there.</p>
<form method="post">
<label>Email ${addressField(email)}</label>
<button>Send me a letter</button>
</form>`;
  return htmlPage({ title: `Join ${offer.realm_name}`, body, status: wrong?.status ?? 200 });
}

export function accountForm(offer: Offer, entered: Entered, wrong?: Wrong): Response {
  const { password_min_length: shortest, password_max_length: longest } = passwordLimits;
  const address =
    offer.email === null
      ? addressField(entered.email)
      : html`<input type="email" value="${offer.email}" disabled autocomplete="username">`;
  const body = html`${alert(wrong)}<p>${greeting(offer)} Make an account to join.</p>
<form method="post">
<label>Email ${address}</label>
<label>Your name <input name="full_name" value="${entered.full_name}" required maxlength="100" autocomplete="name"></label>
<label>Password <input type="password" name="password" required minlength="${shortest}" maxlength="${longest}" autocomplete="new-password"></label>
<button>Join ${offer.realm_name}</button>
</form>`;
  return htmlPage({ title: `Join ${offer.realm_name}`, body, status: wrong?.status ?? 200 });
}

export function written({ realm_name }: Offer, email: string): Response {
  const body = html`<p>A letter is on its way to <code>${email}</code>. The link in it leads on, for a day.</p>`;
  return htmlPage({ title: `Join ${realm_name}`, body });
}

export function joined({ realm_name }: Offer, email: string, origin: string): Response {
  const body = html`<p>You have an account now. To connect, use any of Zulip's apps, or <a href="/">this server's page</a>:</p>
<p>Address of the organization: <code>${origin}</code></p>
<p>Email: <code>${email}</code></p>
<p>The password is the one that you have just chosen.</p>`;
  return htmlPage({ title: `Welcome to ${realm_name}`, body });
}

export const refusal = ({ msg, status }: Wrong): Response =>
  htmlPage({ title: "Invitation", body: html`<p>${msg}</p>`, status });
