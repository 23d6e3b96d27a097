import { around } from "../../../html-pages/around.ts";
import { externalButtons } from "../../../html-pages/external-buttons.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import { newPasswordField, PASSWORD_SCRIPT } from "../../../html-pages/new-password.ts";
import type { Entrance } from "../../../html-pages/page-organization.ts";
import type { Refusal } from "../../../html-pages/refusal.ts";
import type { Language } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";

const joinWords = words("join", {
  title: "Join {organization}",
  invitation: "Invitation",
  greeting: "{inviter} invited you to join {organization}.",
  sayAddress: "Enter your email address and we'll send you a link to continue.",
  makeAccount: "Create an account to join.",
  email: "Email",
  fullName: "Your name",
  fullNameHint: "This is how others will see you. You can change it later.",
  password: "Password",
  sendLetter: "Email me a link",
  join: "Join {organization}",
  onItsWay: "Check your email",
  letterSent: "We sent an email to {email}. The link in it works for up to 24 hours.",
  loggedInAlready: "You're already logged in to {organization}.",
  goOn: "Go to {organization}",
  haveAccount: "I already have an account",
  toFirstPage: "Go to the home page",
  joinWith: "Join with {service}",
  or: "or",
});

/** An invitation as returned by GET /join/:key, with the other data its page shows. */
export interface ShownInvitation {
  readonly realm_name: string;
  readonly invited_by: string;
  /** The invited address, or null for a link, where the joining user enters one. */
  readonly email: string | null;
  readonly confirms_email: boolean;
  readonly organization: Entrance;
  /** Key in the page's URL. */
  readonly key: string;
  readonly language: Language;
  readonly isLoggedIn: boolean;
}

/** Values entered in the form, shown again next to an error. */
interface EnteredFields {
  readonly email?: string | undefined;
  readonly full_name?: string | undefined;
}

/** Returns the form shown for a link. It asks for the email address to send a personal invitation to. */
export function emailForm(invitation: ShownInvitation, { email }: EnteredFields, refusal?: Refusal): Response {
  const words = joinWords[invitation.language];
  const form = html`<form method="post">
<label>${words.email} ${addressField(email)}</label>
<button>${words.sendLetter}</button>
</form>`;
  return joinPage(invitation, { form, advice: words.sayAddress }, refusal);
}

export function accountForm(invitation: ShownInvitation, entered: EnteredFields, refusal?: Refusal): Response {
  const words = joinWords[invitation.language];
  const address =
    invitation.email === null
      ? addressField(entered.email)
      : html`<input type="email" value="${invitation.email}" disabled autocomplete="username">`;
  const form = html`<form method="post">
<label>${words.email} ${address}</label>
<label>${words.fullName} <input name="full_name" value="${entered.full_name}" required maxlength="100" autocomplete="name" aria-describedby="name-hint"></label>
<p class="hint" id="name-hint">${words.fullNameHint}</p>
${newPasswordField({ language: invitation.language, label: words.password })}
<button>${words.join(invitation.realm_name)}</button>
</form>`;
  return joinPage(invitation, { form, advice: words.makeAccount, script: PASSWORD_SCRIPT }, refusal);
}

function joinPage(
  invitation: ShownInvitation,
  { form, advice, script }: { readonly form: Html; readonly advice: string; readonly script?: string },
  refusal: Refusal | undefined,
): Response {
  const { realm_name, invited_by, organization, language, isLoggedIn } = invitation;
  const words = joinWords[language];
  const alert = refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`;
  const others = externalButtons(organization.externalMethods, {
    joins: true,
    label: words.joinWith,
    or: organization.hasOnlyLogin ? undefined : words.or,
    query: { invitation: invitation.key },
  });
  const way = isLoggedIn
    ? html`<a href="/">${words.goOn(realm_name)}</a>`
    : html`<a href="/login/">${words.haveAccount}</a>`;
  return htmlPage({
    language,
    organization,
    title: words.title(realm_name),
    about: html`<p>${words.greeting(invited_by, realm_name)}${organization.hasOnlyLogin ? null : html` ${advice}`}</p>`,
    script: organization.hasOnlyLogin ? undefined : script,
    body: html`${isLoggedIn ? html`<p class="soft">${words.loggedInAlready(realm_name)}</p>\n` : null}${alert}${organization.hasOnlyLogin ? null : form}
${others}<p class="links">${way}</p>`,
    status: refusal?.status ?? 200,
  });
}

const addressField = (value: string | undefined) =>
  html`<input type="email" name="email" value="${value}" required autocomplete="email" spellcheck="false">`;

export function mailSentPage({ language, organization }: ShownInvitation, email: string): Response {
  const words = joinWords[language];
  const [before, after] = around(words.letterSent);
  return htmlPage({
    language,
    organization,
    title: words.onItsWay,
    body: html`<p>${before}<code>${email}</code>${after}</p>`,
  });
}

/** Returns the page that explains why an invitation key doesn't work. */
export function refusalPage(
  { msg, status }: Refusal,
  { language, organization }: Pick<ShownInvitation, "language" | "organization">,
): Response {
  const words = joinWords[language];
  return htmlPage({
    language,
    organization,
    title: words.invitation,
    body: html`<p>${msg}</p>\n<p class="links"><a href="/">${words.toFirstPage}</a></p>`,
    status,
  });
}
