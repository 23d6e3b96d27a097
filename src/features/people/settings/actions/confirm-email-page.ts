import { type PageContext, page } from "../../../../endpoints/page.ts";
import { html } from "../../../../http/html.ts";
import { htmlPage } from "../../../../http/html-page.ts";

const title = "New email address";

/** The page behind the mailed link. It has a button, since programs that open every link of a mail must not confirm. */
export const confirmEmailPage = page("GET /accounts/confirm_new_email/:key", async (context) => {
  const answer = await call(context, "GET");
  if (!answer.ok) return refusal(answer);
  const { email } = await answer.json<{ email: string }>();
  const body = html`<p>Is <code>${email}</code> to be your address from now on?</p>
<form method="post"><button>Confirm</button></form>`;
  return htmlPage({ title, body });
});

/** Confirms the new address when the button was pressed. */
export const emailConfirmedPage = page("POST /accounts/confirm_new_email/:key", async (context) => {
  const answer = await call(context, "POST");
  if (!answer.ok) return refusal(answer);
  const { email } = await answer.json<{ email: string }>();
  return htmlPage({ title, body: html`<p>Your address is <code>${email}</code> now. Log in with it from now on.</p>` });
});

const call = ({ variables, call }: PageContext, method: "GET" | "POST") =>
  call(`${method} /confirm_new_email/${encodeURIComponent(variables["key"] ?? "")}`);

async function refusal(answer: Response): Promise<Response> {
  const { msg } = await answer.json<{ msg: string }>();
  return htmlPage({ title, body: html`<p>${msg}</p>`, status: answer.status });
}
