import type { PageContext } from "../../../../api/page.ts";
import { html } from "../../../../html-pages/html.ts";
import { htmlPage } from "../../../../html-pages/html-page.ts";
import { noOrganizationPage } from "../../../../html-pages/no-organization-page.ts";
import { type Entrance, pageOrganization } from "../../../../html-pages/page-organization.ts";
import { readRefusal } from "../../../../html-pages/refusal.ts";
import { filled } from "../../../../protocol/words/icu.ts";
import { endedAttempt } from "../attempt.ts";
import { OWN_SETTINGS } from "../finish-login.ts";
import type { Reason } from "../refused.ts";
import { externalLoginWords } from "./login-words.ts";

/** Reasons that would make another login with the same account at the provider fail, too. */
const OF_THE_ACCOUNT: ReadonlySet<string> = new Set<Reason>([
  "unverified",
  "not_allowed",
  "deactivated",
  "login_only",
  "invitation_needed",
  "other_address",
  "other_login",
]);

/** Returns the name of the page's provider, even if it is an operator's provider that is off. */
export function serviceOf({ config, variables }: PageContext, { externalMethods }: Entrance): string | undefined {
  const shown = externalMethods.find(({ name }) => name === variables["provider"])?.display_name;
  return shown ?? config.loginProviders.find(({ id }) => id === variables["provider"])?.name;
}

interface Failure {
  readonly reason?: Reason;
  readonly email?: string;
  readonly service?: string;
}

const buttonTo = (address: string, label: string) => html`<p><a class="button" href="${address}">${label}</a></p>\n`;

/** Returns the page that explains why a login failed and what to do. */
export async function failurePage(context: PageContext, answer: Response): Promise<Response> {
  const { language, facts, variables } = context;
  const words = externalLoginWords[language];
  const { reason, email = "", service: told = "" } = await answer.clone().json<Failure>();
  const { msg, status } = await readRefusal(answer, language);
  const organization = await pageOrganization(context);
  if (organization === undefined) return noOrganizationPage(language);
  const known = serviceOf(context, organization);
  const service = known ?? told;
  const about = { service, organization: organization.name, email, hasEmail: email !== "" };
  const failure = reason === undefined ? { title: words.failed, text: msg } : words.failures[reason];
  const [title, text] = [filled(failure.title, about), filled(failure.text, about)];
  const isChoice = reason !== undefined && OF_THE_ACCOUNT.has(reason);
  const again = () => {
    const begin = `/accounts/login/social/${variables["provider"]}`;
    if (reason === "linked_elsewhere") return buttonTo(OWN_SETTINGS, words.toSettings);
    if (reason === "passkey_wanted") return buttonTo("/login/", words.withPasskey);
    if (known === undefined || reason === "switched_off") return null;
    if (reason === "not_fresh") return buttonTo(`${begin}?fresh=true&next=/accounts/logged_in`, words.again(service));
    if (isChoice) return buttonTo(`${begin}?choose=true`, words.otherAccount);
    return buttonTo(begin, reason === "setup_wanted" ? words.setUp(service) : words.again(service));
  };
  const page = htmlPage({
    language,
    organization,
    title,
    body: html`<p>${text}</p>
${again()}<p class="soft">${words.fromApp}</p>
<p class="links"><a href="/login/">${words.otherWays}</a></p>`,
    status,
  });
  // After "state" and 429, a login in another tab may still continue, so its cookie is kept.
  if (reason !== "state" && status !== 429) page.headers.append(...endedAttempt(facts.origin));
  return page;
}
