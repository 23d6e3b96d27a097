import { externalButtons } from "../../../html-pages/external-buttons.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { htmlPage } from "../../../html-pages/html-page.ts";
import type { Entrance } from "../../../html-pages/page-organization.ts";
import type { Ending } from "../../../html-pages/page-session.ts";
import type { Refusal } from "../../../html-pages/refusal.ts";
import { type Language, spokenLanguages } from "../../../protocol/language.ts";
import { words } from "../../../protocol/words/words.ts";
import { LOGIN_SCRIPT, passkeyPart } from "../passkeys/passkey-script.ts";

export const loginWords = words("login", {
  title: "Log in to {organization}",
  email: "Email",
  password: "Password",
  logIn: "Log in",
  passkey: {
    label: "Use a passkey",
    refused: "This passkey isn't registered here.",
    failed: "Couldn't log in with your passkey. Try again.",
  },
  code: "Code",
  codeHint: "From your authenticator app, or one of your recovery codes.",
  anew: "Start over",
  logInWith: "Log in with {service}",
  or: "or",
  forgotten: "Forgot password?",
  forgottenNoMail: "Forgot your password? Ask an administrator for help: this server can't send email.",
  lookAround: "View without an account",
  noPasswords: "Password login is turned off here. Ask an administrator how to log in.",
  company: "Log in with your company",
  endings: {
    over: "Your session has expired. Log in again.",
    ended: "You've been logged out. Log in again.",
    role_raised: "Your role changed, so you were logged out. Log in again.",
    password_changed: "Your password was changed. Log in with the new one.",
    logged_out_elsewhere: "You were logged out from another device. Log in again.",
  },
  language: "Language",
  runsOn: "{host} runs on Parley",
  loggedOut: "You're logged out",
  goOn: "Continue",
  anotherWay: "Passwords are turned off here. Log in another way.",
  ownersToo: "Owners can also use a passkey",
});

export interface LoginForm {
  readonly language: Language;
  readonly organization: Entrance;
  readonly username?: string | undefined;
  readonly refusal?: Refusal;
  /** The page's own URL. */
  readonly url: URL;
  /** How the browser's previous session ended. */
  readonly ending?: Ending;
  /** Path to continue to after the login. */
  readonly next: string;
  /** Whether the login page can look up the login service for a work email. */
  readonly takesCompanies: boolean;
  /** Whether a new password can be requested. */
  readonly sendsMail: boolean;
}

/** Returns the login form, without a password field if the organization doesn't allow passwords. */
export function loginForm({
  language,
  organization,
  username = "",
  refusal,
  ending,
  next,
  sendsMail,
  takesCompanies,
  url,
}: LoginForm): Response {
  const words = loginWords[language];
  const { takesPasswords, hasOnlyLogin, welcomesSpectators, description, externalMethods } = organization;
  const hasName = username !== "";
  const alert = refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`;
  const notice = ending && html`<p class="notice" role="status">${words.endings[ending]}</p>\n`;
  const form = html`<form method="post">
<label>${words.email} <input type="email" name="username" value="${username}" required autocomplete="username webauthn" spellcheck="false"${hasName ? null : AUTOFOCUS}></label>
<label>${words.password} <input type="password" name="password" required autocomplete="current-password"${hasName ? AUTOFOCUS : null}></label>
<button>${words.logIn}</button>
</form>`;
  const others = externalButtons(externalMethods, {
    label: words.logInWith,
    or: takesPasswords ? words.or : undefined,
    query: { next },
  });
  const company =
    takesCompanies && !hasOnlyLogin
      ? html`<p><a class="button other" href="/login/company/?${new URLSearchParams({ next }).toString()}">${words.company}</a></p>\n`
      : null;
  const none = others === null ? html`<p>${words.noPasswords}</p>\n` : null;
  const links = html`${takesPasswords && sendsMail ? html`<a href="/accounts/password/reset/">${words.forgotten}</a>\n` : null}${
    welcomesSpectators ? html`<a href="/">${words.lookAround}</a>\n` : null
  }`;
  const passkeys = passkeyPart({ ...words.passkey, next });
  const passkey = hasOnlyLogin
    ? html`<details><summary>${words.ownersToo}</summary>\n${passkeys}\n</details>\n`
    : html`${passkeys}\n`;
  const advice = takesPasswords && !sendsMail ? html`<p class="soft">${words.forgottenNoMail}</p>\n` : null;
  return htmlPage({
    language,
    title: words.title(organization.name),
    organization,
    about: description.text === "" ? undefined : description,
    body: html`${notice}${alert}${takesPasswords ? html`${form}\n` : none}${others}${company}${passkey}${advice}<p class="links">${links}</p>`,
    foot: footOf(language, url),
    isEntrance: true,
    status: refusal?.status ?? 200,
    inlineScript: LOGIN_SCRIPT,
  });
}

/** Each language's name in that language. */
const LANGUAGES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  ar: "العربية",
};

/** Returns links to the page in other languages, and the server's host. */
function footOf(language: Language, { pathname, searchParams, host }: URL): Html {
  const words = loginWords[language];
  const links = spokenLanguages.map((one) => {
    const query = new URLSearchParams(searchParams);
    query.set("language", one);
    const current = one === language ? html` aria-current="true"` : null;
    return html`<a href="${pathname}?${query.toString()}" lang="${one}" hreflang="${one}"${current}>${LANGUAGES[one]}</a>\n`;
  });
  return html`<nav class="languages" aria-label="${words.language}">${links}</nav>\n<p>${words.runsOn(host)}</p>`;
}

/** Returns the ways to log in without a password, for a page about passwords. */
export function otherWays({ language, organization }: Pick<LoginForm, "language" | "organization">): Html {
  const words = loginWords[language];
  const others = externalButtons(organization.externalMethods, { label: words.logInWith, or: undefined, query: {} });
  return others === null ? html`<p>${words.noPasswords}</p>` : html`<p>${words.anotherWay}</p>\n${others}`;
}

const AUTOFOCUS = html` autofocus`;
