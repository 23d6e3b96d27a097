import { type Page, type PageContext, page } from "../../../endpoints/page.ts";
import { html } from "../../../http/html.ts";
import { htmlPage } from "../../../http/html-page.ts";
import { readFields } from "../../../http/request-values.ts";
import { endedCookies } from "../../../http/session.ts";

/** Why the API refused the login. */
interface LoginError {
  readonly msg: string;
  readonly status: number;
}

async function loginForm({ ask }: PageContext, username = "", error?: LoginError): Promise<Response> {
  const settings = await ask("GET /server_settings");
  const title = `Log in to ${settings?.["realm_name"] ?? "Parley"}`;
  const alert = error && html`<p class="wrong" role="alert">${error.msg}</p>\n`;
  const body = html`${alert}<form method="post">
<label>Email <input type="email" name="username" value="${username}" required autocomplete="username"></label>
<label>Password <input type="password" name="password" required autocomplete="current-password"></label>
<button>Log in</button>
</form>`;
  return htmlPage({ title, body, status: error?.status ?? 200 });
}

async function logIn(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const { username = "", password = "" } = Object.fromEntries(text);
  const answer = await context.call("POST /login", { username, password });
  if (!answer.ok) {
    const { msg } = await answer.json<{ msg: string }>();
    return loginForm(context, username, { msg, status: answer.status });
  }
  return redirect(localPath(context.url, text.get("next") ?? "/"), answer.headers.getSetCookie());
}

/** Logs out and leads to the login page, also where the session has ended already (401). */
async function logOut(context: PageContext): Promise<Response> {
  const { text } = await readFields(context.request, context.url);
  const csrfmiddlewaretoken = text.get("csrfmiddlewaretoken") ?? "";
  const answer = await context.call("POST /logout", { csrfmiddlewaretoken });
  if (!answer.ok && answer.status !== 401) return answer;
  return redirect(
    "/login/",
    endedCookies(context.facts.origin).map(([, cookie]) => cookie),
  );
}

/** The path of a wanted URL, or "/" where it is not of this site. */
function localPath({ origin }: URL, wanted: string): string {
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  // The path of "/.//name" is "//name", which a browser takes for another site.
  if (url?.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}

function redirect(to: string, cookies: readonly string[]): Response {
  const headers = new Headers({ Location: to, "Cache-Control": "no-store" });
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 303, headers });
}

export const loginPages: readonly Page[] = [
  page("GET /login", (context) => loginForm(context)),
  page("POST /login", logIn),
  page("GET /accounts/login", (context) => loginForm(context)),
  page("POST /accounts/login", logIn),
  page("POST /accounts/logout", logOut),
];
