import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { type Page, type PageContext, page } from "../../../api/page.ts";
import { text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { loginCookies } from "../../../html-pages/cookies.ts";
import { type Html, html } from "../../../html-pages/html.ts";
import { withoutOrganization } from "../../../html-pages/no-organization-page.ts";
import { organizationPage } from "../../../html-pages/page-organization.ts";
import { redirectPage } from "../../../html-pages/page-session.ts";
import { readRefusal } from "../../../html-pages/refusal.ts";
import { words } from "../../../protocol/words/words.ts";
import { on } from "../../../realm/realm.ts";
import { unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { qrCode } from "../two-factor/qr-code.ts";
import { accessDeviceLink, forgetDeviceLink, makeDeviceLink, schema, useDeviceLink } from "./device-links.ts";

const deviceWords = words("deviceLink", {
  title: "Log in on this device",
  asWhom: "You'll be logged in as {name}.",
  onlyYours: "Continue only if you've just shown this code on your own device.",
  logIn: "Log in",
  toLogin: "Back to login",
});

/** The page that the QR code links to. Opening it changes nothing, because other programs open links, too. */
async function askToLogIn(context: PageContext): Promise<Response> {
  const words = deviceWords[context.language];
  const answer = await context.call(`GET ${linkPath(context)}`);
  if (!answer.ok) return refuse(context, answer);
  const { full_name } = await answer.json<{ full_name: string }>();
  const body = html`<p>${words.asWhom(full_name)}</p>
<p class="soft">${words.onlyYours}</p>
<form method="post"><button>${words.logIn}</button></form>`;
  return renderPage(context, body);
}

async function logIn(context: PageContext): Promise<Response> {
  const answer = await context.call(`POST ${linkPath(context)}`);
  return answer.ok ? redirectPage("/", answer.headers.getSetCookie()) : refuse(context, answer);
}

async function refuse(context: PageContext, answer: Response): Promise<Response> {
  const { msg, status } = await readRefusal(answer, context.language);
  return renderPage(context, html`<p class="wrong" role="alert">${msg}</p>`, status);
}

const linkPath = ({ variables }: PageContext) => `/device_link/${encodeURIComponent(variables["key"] ?? "")}`;

function renderPage(context: PageContext, body: Html, status = 200): Promise<Response> {
  const { title, toLogin } = deviceWords[context.language];
  const withWay = html`${body}\n<p class="links"><a href="/login/">${toLogin}</a></p>`;
  return organizationPage(context, () => ({ title, body: withWay, status }), withoutOrganization);
}

const devicePages: readonly Page[] = [
  page("GET /login/device/:key", askToLogIn),
  page("POST /login/device/:key", logIn),
];

/** Creates a link to log in on another device, and its QR code. Not part of Zulip's API. */
const makeDeviceLinkEndpoint = action({
  route: "POST /users/me/device_link",
  by: "human",
  reply: {
    url: v.string(),
    /** The link as a QR code: the number of squares in a row, and the dark squares as an SVG path. */
    qr: v.object({ size: v.number(), path: v.string() }),
    expires_at: v.number(),
  },
  run({ realm, actor }) {
    const link = makeDeviceLink(realm, actor);
    return { ...link, qr: qrCode(link.url) };
  },
});

/** Returns the account that a link logs in to. Not part of Zulip's API. */
const getDeviceLinkEndpoint = action({
  route: "GET /device_link/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { full_name: v.string() },
  run: ({ realm, params }) => ({ full_name: accessDeviceLink(realm, params.key).user.full_name }),
});

/** Logs a browser in with a link, which works once. Not part of Zulip's API. */
const useDeviceLinkEndpoint = shapedAction({
  route: "POST /device_link/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { email: v.string(), user_id: v.number() },
  run({ realm, params, request }) {
    const { user, token } = useDeviceLink(realm, params.key, request);
    return { email: user.delivery_email, user_id: user.id, token };
  },
  shape: ({ result: { token, ...account }, request }) => new WithHeaders(account, loginCookies(token, request)),
});

/** Logging in on another device with a link that a logged-in user shows as a QR code. */
export const deviceLinks = feature({
  name: "device-links",
  schema,
  personal: { device_links: { user: "user_id" } },
  archive: { leftOut: { device_links: "of the moment" } },
  endpoints: [makeDeviceLinkEndpoint, getDeviceLinkEndpoint, useDeviceLinkEndpoint],
  pages: devicePages,
  handlers: [on(unfinishedLoginsHook, forgetDeviceLink)],
});
