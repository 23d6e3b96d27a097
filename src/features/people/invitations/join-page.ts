import { type PageContext, page } from "../../../api/page.ts";
import { noOrganizationPage } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { pageSession, redirectPage } from "../../../html-pages/page-session.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import { wantedLocale } from "../../../html-pages/wanted-language.ts";
import { readFields } from "../../../http/request-values.ts";
import { accountForm, emailForm, mailSentPage, refusalPage, type ShownInvitation } from "./join-forms.ts";

/** The page at an invitation's URL, with the form of its first step. */
export const joinPage = page("GET /join/:key", async (context) => {
  const invitation = await loadInvitation(context);
  if (invitation instanceof Response) return invitation;
  return invitation.confirms_email ? emailForm(invitation, {}) : accountForm(invitation, {});
});

/**
 * Handles the submitted form: emails the key, or creates the account and logs the user in. Shows the form again if
 * there is an error.
 */
export const joinSubmittedPage = page("POST /join/:key", async (context) => {
  const invitation = await loadInvitation(context);
  if (invitation instanceof Response) return invitation;
  const { language } = context;
  const { text } = await readFields(context.request, context.url);
  const entered = { full_name: text.get("full_name"), email: text.get("email") };
  if (invitation.confirms_email) {
    const answer = await context.call(`POST ${path(context)}/email`, withoutEmpty({ email: entered.email }));
    return answer.ok
      ? mailSentPage(invitation, entered.email ?? "")
      : emailForm(invitation, entered, await readRefusal(answer, language));
  }
  const email = invitation.email === null ? entered.email : undefined;
  const answer = await context.call(
    `POST ${path(context)}`,
    withoutEmpty({ ...entered, email, password: text.get("password"), locale: wantedLocale(context.request) }),
  );
  return answer.ok
    ? redirectPage("/", answer.headers.getSetCookie())
    : accountForm(invitation, entered, await readRefusal(answer, language));
});

const path = ({ variables }: PageContext) => `/join/${encodeURIComponent(variables["key"] ?? "")}`;

/** Returns the fields that aren't empty: an empty form field counts as missing. */
const withoutEmpty = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => !!field[1]));

async function loadInvitation(context: PageContext): Promise<ShownInvitation | Response> {
  const { language } = context;
  const [answer, organization] = [await context.call(`GET ${path(context)}`), await pageOrganization(context)];
  if (organization === undefined) return noOrganizationPage(language);
  if (!answer.ok) return refusalPage(await readRefusal(answer, language), { language, organization });
  const invitation = await answer.json<Omit<ShownInvitation, "language" | "organization" | "isLoggedIn" | "key">>();
  const key = context.variables["key"] ?? "";
  return { ...invitation, key, language, organization, isLoggedIn: (await pageSession(context)) === "live" };
}
