import * as v from "valibot";
import { action, shapedAction } from "../../../endpoints/endpoint.ts";
import { boolean, optional, type Parameters, textOf } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { accessUser } from "../../organization/users/access.ts";
import { meetingLink } from "./big-blue-button.ts";
import { createZoomMeeting } from "./zoom.ts";

/** Longer than any topic together with its channel's name. */
const LONGEST_NAME = 500;

export const createBigBlueButtonCallEndpoint = action({
  route: "GET /calls/bigbluebutton/create",
  params: { meeting_name: textOf(v.pipe(v.string(), v.maxLength(LONGEST_NAME))), voice_only: optional(boolean, false) },
  reply: { url: v.string() },
  run: ({ realm, actor, params: { meeting_name: name, voice_only } }) => ({
    url: meetingLink(realm, { name, voice_only, moderator: actor.user_id }),
  }),
});

/** Makes a meeting at Zoom for the caller, who needs an account there with the same address. */
export const createZoomCallEndpoint = shapedAction({
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

/** The call services that no deployment can configure: they answer as any service does that is not configured. */
const unconfigured = (route: "constructorgroups" | "nextcloud_talk" | "webex", title: string, params: Parameters) =>
  action({
    route: `POST /calls/${route}/create`,
    params,
    reply: { url: v.string() },
    run: () => {
      throw badRequest(`${title} credentials have not been configured`);
    },
  });

export const unconfiguredCallEndpoints = [
  unconfigured("constructorgroups", "Constructor Groups", {}),
  unconfigured("nextcloud_talk", "Nextcloud Talk", {
    room_name: textOf(v.pipe(v.string(), v.maxLength(LONGEST_NAME))),
  }),
  unconfigured("webex", "Webex", {}),
];
