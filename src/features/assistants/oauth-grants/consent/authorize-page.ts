import { type PageContext, page } from "../../../../api/page.ts";
import { cookieOf } from "../../../../html-pages/cookies.ts";
import { html } from "../../../../html-pages/html.ts";
import { withoutOrganization } from "../../../../html-pages/no-organization-page.ts";
import { organizationPage, pageOrganization } from "../../../../html-pages/page-organization.ts";
import { pageSession, redirectPage } from "../../../../html-pages/page-session.ts";
import { type Refusal, readRefusal } from "../../../../html-pages/refusal.ts";
import { readFields } from "../../../../http/request-values.ts";
import { scopes } from "../../../../protocol/actor.ts";
import { SETUP_PATH } from "../../../people/sessions/login-page.ts";
import type { Consent } from "../consent-endpoints.ts";
import { isAmong } from "../redirects.ts";
import { type AuthorizationParams, authorizationOf, faultAddress, sentIn } from "./authorization-request.ts";
import { consentForm, consentWords } from "./consent-form.ts";

const PATH = "/oauth/authorize";

async function askPerson(context: PageContext): Promise<Response> {
  const { url } = context;
  const session = await pageSession(context);
  if (session === "owing") return redirectPage(SETUP_PATH);
  if (session !== "live") return redirectPage(`/login/?${new URLSearchParams({ next: `${PATH}${url.search}` })}`);
  if ([...url.searchParams.keys()].some((name, index, all) => all.indexOf(name) !== index)) {
    const words = consentWords[context.language];
    return explain(context, words.badClient, words.repeated);
  }
  return showForm(context, sentIn(new Map(url.searchParams.entries())));
}

interface Answered {
  readonly refusal?: Refusal;
  readonly token: string;
}

async function showForm(context: PageContext, sent: AuthorizationParams, answered?: Answered): Promise<Response> {
  const words = consentWords[context.language];
  const { origin } = context.facts;
  const asked = authorizationOf(sent, origin);
  const resource = "error" in asked ? "mcp" : asked.resource;
  const answer = await context.call("GET /assistants/consent", {
    client_id: sent.client_id ?? "",
    redirect_uri: sent.redirect_uri ?? "",
    resource,
    ...(answered !== undefined && { csrfmiddlewaretoken: answered.token }),
  });
  if (!answer.ok) {
    const { msg } = await readRefusal(answer, context.language);
    return explain(context, words.badClient, msg);
  }
  const consent = await answer.json<Consent>();
  if (!isAmong(consent.client.redirects, sent.redirect_uri ?? ""))
    return explain(context, words.badClient, words.badRedirect(consent.client.name));
  if ("error" in asked) {
    // Clients can specify any URL, so users are only redirected there after a click.
    const address = faultAddress(sent, asked, context);
    return explain(context, words.badRequest(consent.client.name), asked.description, address);
  }
  const organization = await pageOrganization(context);
  if (organization === undefined) return withoutOrganization(context);
  const csrf = cookieOf(context.request.headers.get("cookie") ?? "", "csrftoken") ?? "";
  return consentForm({
    language: context.language,
    organization,
    consent,
    asked,
    sent,
    refusal: answered?.refusal,
    csrf,
  });
}

function explain(context: PageContext, title: string, why: string, back?: string): Promise<Response> {
  const words = consentWords[context.language];
  const link =
    back === undefined
      ? html`<a href="/">${words.toFirstPage}</a>`
      : html`<a href="${back}" rel="noreferrer">${words.back}</a>`;
  const body = html`<p>${why}</p>\n<p class="links">${link}</p>`;
  return organizationPage(context, () => ({ title, body, status: 400 }), withoutOrganization);
}

async function decide(context: PageContext): Promise<Response> {
  const { request, url, facts } = context;
  const fields = await readForm(request, url);
  const sent = sentIn(new Map(fields.entries()));
  const asked = authorizationOf(sent, facts.origin);
  const token = fields.get("csrfmiddlewaretoken") ?? "";
  if ("error" in asked) return showForm(context, sent, { token });
  const answer = await context.call("POST /assistants/consent", {
    client_id: sent.client_id ?? "",
    redirect_uri: sent.redirect_uri ?? "",
    challenge: asked.challenge,
    ...(sent.state !== undefined && { state: sent.state }),
    resource: asked.resource,
    decision: fields.get("decision") === "allow" ? "allow" : "deny",
    scopes: JSON.stringify(scopes.filter((scope) => fields.getAll("allowed").includes(scope))),
    approval: fields.get("approval") ?? "writes",
    excluded_channels: JSON.stringify(fields.getAll("excluded").map(Number)),
    offline: JSON.stringify(asked.offline),
    csrfmiddlewaretoken: token,
  });
  if (!answer.ok) return showForm(context, sent, { token, refusal: await readRefusal(answer, context.language) });
  const { redirect_to } = await answer.json<{ redirect_to: string }>();
  return redirectPage(redirect_to);
}

async function readForm(request: Request, url: URL): Promise<URLSearchParams> {
  const bounded = request.clone();
  await readFields(request, url);
  return new URLSearchParams(new TextDecoder().decode(await bounded.arrayBuffer()));
}

export const authorizePages = [page(`GET ${PATH}`, askPerson), page(`POST ${PATH}`, decide)];
