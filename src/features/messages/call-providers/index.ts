import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { page } from "../../../api/page.ts";
import { boolean, optional, type Parameters, text, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { html } from "../../../html-pages/html.ts";
import { htmlPage, wantsPage } from "../../../html-pages/html-page.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { words } from "../../../protocol/words/words.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { meetingLink, parseMeetingLink, serviceUrl } from "./big-blue-button.ts";
import { createZoomMeeting } from "./zoom.ts";

/** Longer than any topic plus its channel's name. */
const MAX_NAME_LENGTH = 500;

const createBigBlueButtonCallEndpoint = action({
  route: "GET /calls/bigbluebutton/create",
  params: {
    meeting_name: textParameter(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
    voice_only: optional(boolean, false),
  },
  reply: { url: v.string() },
  run: ({ realm, actor, params: { meeting_name: name, voice_only } }) => ({
    url: meetingLink(realm, { name, voice_only, moderator: actor.user_id }),
  }),
});

/** Creates a Zoom meeting for the caller, who needs a Zoom account with the same email. */
const createZoomCallEndpoint = shapedAction({
  route: "POST /calls/zoom/create",
  params: { is_video_call: optional(boolean, true) },
  reply: { url: v.string() },
  run({ realm, actor }) {
    const { zoom } = realm.config;
    if (zoom === null) throw badRequest("Zoom credentials have not been configured");
    return { zoom, email: accessUser(realm, actor, actor.user_id).delivery_email };
  },
  shape: async ({ result: { zoom, email }, params, log }) => ({
    url: await createZoomMeeting(zoom, { email, video: params.is_video_call }, log),
  }),
});

/** Call services that no deployment can configure. Their endpoints respond as for any unconfigured service. */
const unconfigured = (route: "constructorgroups" | "nextcloud_talk" | "webex", title: string, params: Parameters) =>
  action({
    route: `POST /calls/${route}/create`,
    params,
    reply: { url: v.string() },
    run: () => {
      throw badRequest(`${title} credentials have not been configured`);
    },
  });

const unconfiguredCallEndpoints = [
  unconfigured("constructorgroups", "Constructor Groups", {}),
  unconfigured("nextcloud_talk", "Nextcloud Talk", {
    room_name: textParameter(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
  }),
  unconfigured("webex", "Webex", {}),
];

const SERVICE_TIMEOUT_MS = 10_000;

/** Creates the meeting that a link leads to, and returns the URL where the caller joins it. Not part of Zulip's API. */
const joinBigBlueButtonCallEndpoint = shapedAction({
  route: "GET /calls/bigbluebutton/join",
  params: { bigbluebutton: text("token") },
  reply: { url: v.string() },
  run({ realm, actor, params }) {
    const { id, name, voice_only, moderator } = parseMeetingLink(realm, params.bigbluebutton);
    const create = serviceUrl(realm, "create", {
      meetingID: id,
      name,
      lockSettingsDisableCam: String(voice_only),
    });
    const role = actor.user_id === moderator ? "MODERATOR" : "VIEWER";
    return { create, join: serviceUrl(realm, "join", { meetingID: id, role, fullName: actor.full_name }) };
  },
  /** Creating a meeting that already exists changes nothing. */
  async shape({ result: { create, join }, log }) {
    const answer = await fetch(create, { signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS) }).catch((error: unknown) => {
      log.trouble("call_service_unreachable", error);
    });
    if (answer === undefined) throw badRequest("Error connecting to the BigBlueButton server.");
    if (!answer.ok || !(await answer.text()).includes("<returncode>SUCCESS</returncode>")) {
      log.warn("call_service_refused", { status: answer.status });
      throw badRequest("Error authenticating to the BigBlueButton server.");
    }
    return { url: join };
  },
});

/**
 * The page that a meeting's link opens in a browser. Without a session, it redirects to the login page first. The login
 * form's Content-Security-Policy forbids redirects to other sites, so this site serves a page whose Refresh header
 * forwards the user.
 */
const joinBigBlueButtonCallPage = page("GET /calls/bigbluebutton/join", async ({ call, language, request, url }) => {
  const bigbluebutton = url.searchParams.get("bigbluebutton") ?? "";
  const answer = await call("GET /calls/bigbluebutton/join", { bigbluebutton });
  const headers = { "Cache-Control": "no-store" };
  if (answer.status === 401) {
    const next = encodeURIComponent(url.pathname + url.search);
    return new Response(null, { status: 302, headers: { ...headers, Location: `/login/?next=${next}` } });
  }
  if (!answer.ok) return answer;
  const joined = await answer.json<{ url: string }>();
  if (!wantsPage(request)) return new Response(null, { status: 302, headers: { ...headers, Location: joined.url } });
  const { title, join } = callWords[language];
  const page = htmlPage({ language, title, body: html`<p><a class="button" href="${joined.url}">${join}</a></p>` });
  page.headers.set("Refresh", `0; url=${joined.url}`);
  return page;
});

const callWords = words("joinCall", { title: "To the call", join: "Join the call" });

/** Links to video calls hosted by other services. */
export const videoCalls = feature({
  name: "calls",
  endpoints: [
    createBigBlueButtonCallEndpoint,
    createZoomCallEndpoint,
    ...unconfiguredCallEndpoints,
    joinBigBlueButtonCallEndpoint,
  ],
  pages: [joinBigBlueButtonCallPage],
});
