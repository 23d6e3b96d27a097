import { type Page, type PageContext, page } from "../../../api/page.ts";
import type { Config } from "../../../config/config.ts";
import { subdomainOf } from "../../../config/host.ts";
import { noOrganizationPage } from "../../../html-pages/no-organization-page.ts";
import { pageOrganization } from "../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../html-pages/page-session.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import { wantedLocale } from "../../../html-pages/wanted-language.ts";
import { readFields } from "../../../http/request-values.ts";
import { foundingForm, type SetupGate } from "./founding-form.ts";
import { isSetupOpen } from "./setup-token.ts";

/** Shows the form for creating an organization, or redirects to the organization if the host has one already. */
async function askToFound(context: PageContext): Promise<Response> {
  if (subdomainHere(context) === undefined) return noOrganizationPage(context.language);
  if ((await pageOrganization(context)) !== undefined) return redirectPage("/");
  return foundingForm(formContext(context));
}

/** Creates the organization, logs its owner in, and redirects to it. Shows the form again if there is an error. */
async function createOrganization(context: PageContext): Promise<Response> {
  const { language, request, url, call } = context;
  const subdomain = subdomainHere(context);
  if (subdomain === undefined) return noOrganizationPage(language);
  const { text } = await readFields(request, url);
  const sent = Object.fromEntries(FIELDS.flatMap((name) => (text.get(name) ? [[name, text.get(name) ?? ""]] : [])));
  const locale = wantedLocale(request);
  const answer = await call("POST /organizations", {
    ...sent,
    subdomain,
    issue_api_key: "false",
    ...(locale && { locale }),
  });
  if (!answer.ok) {
    return foundingForm({ ...formContext(context), entered: sent, refusal: await readRefusal(answer, language) });
  }
  const { email = "", password = "" } = Object.fromEntries(text);
  const login = await call("POST /login", { username: email.trim(), password });
  return redirectPage(login.ok ? "/" : "/login/", login.headers.getSetCookie());
}

const FIELDS = ["name", "full_name", "email", "password", "setup_token", "begin_anew"] as const;

const hostOf = ({ request, url }: PageContext) => request.headers.get("host") ?? url.host;
const subdomainHere = (context: PageContext) => subdomainOf(hostOf(context), context.config);
const formContext = (context: PageContext) => ({
  language: context.language,
  host: hostOf(context),
  gate: gateOf(context.config),
  // The URL that the server prints at startup contains the token.
  token: context.url.searchParams.get("setup_token") ?? undefined,
});

function gateOf(config: Config): SetupGate {
  if (isSetupOpen(config)) return "open";
  return config.setupToken === null ? "closed" : "token";
}

export const foundingPages: readonly Page[] = [page("GET /new", askToFound), page("POST /new", createOrganization)];
