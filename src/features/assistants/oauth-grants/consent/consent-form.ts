import { html } from "../../../../html-pages/html.ts";
import { htmlPage, type PageOrganization } from "../../../../html-pages/html-page.ts";
import type { Refusal } from "../../../../html-pages/refusal.ts";
import { type Scope, scopes } from "../../../../protocol/actor.ts";
import type { Language } from "../../../../protocol/language.ts";
import { words } from "../../../../protocol/words/words.ts";
import type { Consent } from "../consent-endpoints.ts";
import { GRANTS_PATH } from "../own-grants/grants-page.ts";
import { hostOfRedirect, isLoopbackRedirect } from "../redirects.ts";
import { type Authorization, type AuthorizationParams, NAMES } from "./authorization-request.ts";

export const consentWords = words("consent", {
  title: "Give {client} access to {organization}?",
  identity: "Comes from",
  unverified: "No one has checked this name",
  leadsTo: "Leads back to",
  account: "Your account",
  loopback:
    "A program on this computer is asking. Continue only if you just started it yourself: any program here could use this name.",
  asks: "{client} asks to:",
  more: "Allow more",
  scopes: {
    read: "Read messages in channels that you can read",
    "read:direct": "Read your direct messages",
    write: "Write in channels in your name",
    "write:direct": "Write direct messages in your name",
    files: "Open files that you can open",
  },
  notRecent: "To allow writing, show that it's you.",
  noWriting: "Your organization doesn't let assistants write for you.",
  logInAgain: "Log in again",
  approval: "Before it writes, ask me",
  approvals: {
    writes: "Always",
    "direct-and-new": "For direct messages and new topics",
    none: "Never",
  },
  leaveOut: "Leave out channels",
  lasting: "Access ends after 60 days without use, and after a year at the latest.",
  brief: "Access ends after an hour.",
  yourAssistants: "Revoke access at any time",
  allow: "Allow",
  deny: "Deny",
  badClient: "This assistant can't connect",
  repeated: "Its request has a parameter twice.",
  badRedirect: "The URL that {client} wants to go back to isn't one that it registered.",
  badRequest: "The request from {client} is invalid",
  back: "Back to the assistant",
  toFirstPage: "Go to the home page",
});

interface Form {
  readonly language: Language;
  readonly organization: PageOrganization;
  readonly consent: Consent;
  readonly asked: Authorization;
  readonly sent: AuthorizationParams;
  readonly refusal: Refusal | undefined;
  readonly csrf: string;
}

const isWriting = (scope: Scope) => scope.startsWith("write");

export function consentForm({ language, organization, consent, asked, sent, refusal, csrf }: Form): Response {
  const words = consentWords[language];
  const { client, granted, is_recent, may_write } = consent;
  const redirect = sent.redirect_uri ?? "";
  const possible = asked.resource === "research" ? asked.scopes : scopes;
  const offered = possible.filter((scope) => may_write || !isWriting(scope));
  const isTicked = (scope: Scope) =>
    granted?.scopes.includes(scope) === true || (asked.scopes.includes(scope) && !isWriting(scope));
  const isOff = (scope: Scope) => isWriting(scope) && !is_recent;
  const box = (scope: Scope) =>
    html`<label class="choice"><input type="checkbox" name="allowed" value="${scope}"${
      isTicked(scope) && !isOff(scope) ? html` checked` : null
    }${isOff(scope) ? html` disabled` : null}> <span>${words.scopes[scope]}</span></label>\n`;
  const wanted = offered.filter((scope) => asked.scopes.includes(scope));
  const more = offered.filter((scope) => !asked.scopes.includes(scope));
  const hidden = NAMES.map((name) => html`<input type="hidden" name="${name}" value="${sent[name] ?? ""}">\n`);
  const again = `/login/?${new URLSearchParams({ again: "1", next: `/oauth/authorize?${new URLSearchParams(Object.entries(sent))}` })}`;
  const channels = consent.channels.map(
    ({ id, name }) =>
      html`<label class="choice"><input type="checkbox" name="excluded" value="${id}"${
        granted?.excluded_channels.includes(id) === true ? html` checked` : null
      }> <span>#${name}</span></label>\n`,
  );
  const rule = granted?.approval ?? "writes";
  const options = [...consent.approvals]
    .reverse()
    .map(
      (approval) =>
        html`<option value="${approval}"${approval === rule ? html` selected` : null}>${words.approvals[approval]}</option>\n`,
    );
  const body = html`${refusal && html`<p class="wrong" role="alert">${refusal.msg}</p>\n`}<dl class="facts">
<dt>${words.identity}</dt><dd>${client.host === null ? words.unverified : html`<strong>${client.host}</strong>`}</dd>
<dt>${words.leadsTo}</dt><dd><strong>${hostOfRedirect(redirect)}</strong></dd>
<dt>${words.account}</dt><dd>${consent.full_name} (${consent.email})</dd>
</dl>
${isLoopbackRedirect(redirect) ? html`<p class="notice">${words.loopback}</p>\n` : null}<form method="post" action="/oauth/authorize">
${hidden}<input type="hidden" name="csrfmiddlewaretoken" value="${csrf}">
<fieldset><legend>${words.asks(client.name)}</legend>
${wanted.map(box)}</fieldset>
${more.length === 0 ? null : html`<details${granted === null ? null : html` open`}><summary>${words.more}</summary>\n<fieldset><legend class="hidden">${words.more}</legend>\n${more.map(box)}</fieldset>\n</details>\n`}${
  may_write
    ? is_recent || (asked.resource === "research" && refusal === undefined)
      ? null
      : html`<p class="soft">${words.notRecent} <a href="${again}">${words.logInAgain}</a></p>\n`
    : html`<p class="soft">${words.noWriting}</p>\n`
}${
  asked.resource === "research"
    ? html`<input type="hidden" name="approval" value="writes">\n`
    : html`<label>${words.approval} <select name="approval">\n${options}</select></label>\n`
}${channels.length === 0 ? null : html`<details><summary>${words.leaveOut}</summary>\n<fieldset><legend class="hidden">${words.leaveOut}</legend>\n${channels}</fieldset>\n</details>\n`}<p class="soft">${
    client.refreshes || asked.offline ? words.lasting : words.brief
  } <a href="${GRANTS_PATH}">${words.yourAssistants}</a></p>
<div class="others">
<button name="decision" value="allow">${words.allow}</button>
<button class="second" name="decision" value="deny">${words.deny}</button>
</div>
</form>`;
  const page = htmlPage({
    language,
    organization,
    title: words.title(client.name, organization.name),
    body,
    status: refusal?.status ?? 200,
  });
  // Browsers also apply the policy to the redirect after the form's submission.
  const policy = page.headers.get("content-security-policy") ?? "";
  page.headers.set(
    "content-security-policy",
    policy.replace("form-action 'self'", `form-action 'self' ${sourceOf(redirect)}`),
  );
  return page;
}

/** Returns a redirect URI as a CSP source. CSP doesn't support IPv6 addresses. */
function sourceOf(redirect: string): string {
  const { protocol, origin, host } = new URL(redirect);
  if (protocol !== "https:" && protocol !== "http:") return protocol;
  return host.startsWith("[") ? "http:" : origin;
}
