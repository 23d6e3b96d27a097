import { type PageContext, page } from "../../../endpoints/page.ts";
import { readFields } from "../../../http/request-values.ts";
import {
  accountCreatedPage,
  accountForm,
  emailForm,
  type InvitationSummary,
  mailSentPage,
  refusalPage,
} from "./join-forms.ts";

/** The page behind the URL of an invitation, with the form of its first step. */
export const joinPage = page("GET /join/:key", async (context) => {
  const invitation = await loadInvitation(context);
  if (invitation instanceof Response) return invitation;
  return invitation.confirms_email ? emailForm(invitation, {}) : accountForm(invitation, {});
});

/** Takes the submitted form: creates the account or mails the key, or shows the form again with an error. */
export const joinSubmittedPage = page("POST /join/:key", async (context) => {
  const invitation = await loadInvitation(context);
  if (invitation instanceof Response) return invitation;
  const { text } = await readFields(context.request, context.url);
  const entered = { full_name: text.get("full_name"), email: text.get("email") };
  if (invitation.confirms_email) {
    const answer = await context.call(`POST ${path(context)}/email`, withoutEmpty({ email: entered.email }));
    return answer.ok
      ? mailSentPage(invitation, entered.email ?? "")
      : emailForm(invitation, entered, await formError(answer));
  }
  const email = invitation.email === null ? entered.email : undefined;
  const answer = await context.call(
    `POST ${path(context)}`,
    withoutEmpty({ ...entered, email, password: text.get("password") }),
  );
  if (!answer.ok) return accountForm(invitation, entered, await formError(answer));
  const account = await answer.json<{ email: string }>();
  const page = accountCreatedPage(invitation, account.email, context.facts.origin);
  for (const cookie of answer.headers.getSetCookie()) page.headers.append("Set-Cookie", cookie);
  return page;
});

const path = ({ variables }: PageContext) => `/join/${encodeURIComponent(variables["key"] ?? "")}`;

/** The fields that are not empty: an empty field of a form counts as missing. */
const withoutEmpty = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => !!field[1]));

async function loadInvitation(context: PageContext): Promise<InvitationSummary | Response> {
  const answer = await context.call(`GET ${path(context)}`);
  return answer.ok ? answer.json<InvitationSummary>() : refusalPage(await formError(answer));
}

async function formError(answer: Response) {
  const { msg } = await answer.json<{ msg: string }>();
  return { msg, status: answer.status };
}
