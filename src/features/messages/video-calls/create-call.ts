import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional, textOf } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { linkToMeeting } from "./big-blue-button.ts";

/** Longer than any topic with its channel. */
const LONGEST_NAME = 500;

export const createBigBlueButtonCallEndpoint = action({
  route: "GET /calls/bigbluebutton/create",
  params: { meeting_name: textOf(v.pipe(v.string(), v.maxLength(LONGEST_NAME))), voice_only: optional(boolean, false) },
  reply: { url: v.string() },
  run: ({ realm, actor, params: { meeting_name: name, voice_only } }) => ({
    url: linkToMeeting(realm, { name, voice_only, moderator: actor.user_id }),
  }),
});

/** Calls over Zoom need an agreement with it that no deployment can have yet. */
export const createZoomCallEndpoint = action({
  route: "POST /calls/zoom/create",
  params: { is_video_call: optional(boolean, true) },
  reply: { url: v.string() },
  run() {
    throw badRequest("Zoom credentials have not been configured");
  },
});
