import { type PageContext, page } from "../../../endpoints/page.ts";
import { readFields } from "../../../http/request-values.ts";
import { accountForm, addressForm, joined, type Offer, refusal, written } from "./join-forms.ts";

/** Where the link of an invitation leads: a form for the account that is offered. */
export const joinPage = page("GET /join/:key", async (context) => {
  const offer = await offerOf(context);
  if (offer instanceof Response) return offer;
  return offer.confirms_email ? addressForm(offer, {}) : accountForm(offer, {});
});

/** The form comes back: there is an account now, or a letter on its way, or something to put right. */
export const joinedPage = page("POST /join/:key", async (context) => {
  const offer = await offerOf(context);
  if (offer instanceof Response) return offer;
  const { text } = await readFields(context.request, context.url);
  const entered = { full_name: text.get("full_name"), email: text.get("email") };
  if (offer.confirms_email) {
    const answer = await context.call(`POST ${path(context)}/email`, filled({ email: entered.email }));
    return answer.ok ? written(offer, entered.email ?? "") : addressForm(offer, entered, await wrong(answer));
  }
  const email = offer.email === null ? entered.email : undefined;
  const answer = await context.call(
    `POST ${path(context)}`,
    filled({ ...entered, email, password: text.get("password") }),
  );
  if (!answer.ok) return accountForm(offer, entered, await wrong(answer));
  const account = await answer.json<{ email: string }>();
  const page = joined(offer, account.email, context.facts.origin);
  for (const cookie of answer.headers.getSetCookie()) page.headers.append("Set-Cookie", cookie);
  return page;
});

const path = ({ variables }: PageContext) => `/join/${encodeURIComponent(variables.key ?? "")}`;

/** A field that is left empty is one that is missing. */
const filled = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => !!field[1]));

async function offerOf(context: PageContext): Promise<Offer | Response> {
  const answer = await context.call(`GET ${path(context)}`);
  return answer.ok ? answer.json<Offer>() : refusal(await wrong(answer));
}

async function wrong(answer: Response) {
  const { msg } = await answer.json<{ msg: string }>();
  return { msg, status: answer.status };
}
