import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional, textOf } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { meetingLink } from "./big-blue-button.ts";

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

/** Always refuses: calls over Zoom need credentials, which cannot be configured. */
export const createZoomCallEndpoint = action({
  route: "POST /calls/zoom/create",
  params: { is_video_call: optional(boolean, true) },
  reply: { url: v.string() },
  run() {
    throw badRequest("Zoom credentials have not been configured");
  },
});
