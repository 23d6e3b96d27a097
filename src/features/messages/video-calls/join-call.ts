import * as v from "valibot";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import { page } from "../../../endpoints/page.ts";
import { text } from "../../../endpoints/parameter.ts";
import { html } from "../../../http/html.ts";
import { htmlPage, wantsPage } from "../../../http/html-page.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { readLink, serviceUrl } from "./big-blue-button.ts";

const PATIENCE_MS = 10_000;

/** Our own: where in the video service a link to a meeting leads its caller. */
export const joinBigBlueButtonCallEndpoint = shapedAction({
  route: "GET /calls/bigbluebutton/join",
  params: { bigbluebutton: text("token") },
  reply: { url: v.string() },
  run({ realm, actor, params }) {
    const { id, name, voice_only, moderator } = readLink(realm, params.bigbluebutton);
    const create = serviceUrl(realm, "create", {
      meetingID: id,
      name,
      lockSettingsDisableCam: String(voice_only),
    });
    const role = actor.user_id === moderator ? "MODERATOR" : "VIEWER";
    return { create, join: serviceUrl(realm, "join", { meetingID: id, role, fullName: actor.full_name }) };
  },
  /** To make a meeting that is there already changes nothing. */
  async shape({ result: { create, join }, log }) {
    const answer = await fetch(create, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
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
 * The link itself, for a browser: whoever is not logged in there does that first. The form of a login may lead to
 * nowhere but this site, also by way of redirections: so it is a page that leads on.
 */
export const joinBigBlueButtonCallPage = page("GET /calls/bigbluebutton/join", async ({ call, request, url }) => {
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
  const page = htmlPage({ title: "To the call", body: html`<p><a href="${joined.url}">Join the call</a></p>` });
  page.headers.set("Refresh", `0; url=${joined.url}`);
  return page;
});
