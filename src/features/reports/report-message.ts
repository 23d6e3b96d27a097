import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { integer, oneOf, optional, textOf } from "../../http/parameter.ts";
import { badRequest } from "../../protocol/errors.ts";
import { accessMessage } from "../messages/access.ts";
import { moderationChannel, REASONS, tellModerators } from "./reports.ts";

const LONGEST = 1000;

export const reportMessageEndpoint = action({
  route: "POST /messages/:message_id/report",
  params: {
    message_id: integer,
    report_type: oneOf(...REASONS),
    description: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(LONGEST))), ""),
  },
  reply: {},
  recall: ({ realm, actor, params }) => [accessMessage(realm, actor, params.message_id).id],
  run({ realm, actor, params: { message_id, report_type, description } }) {
    const place = accessMessage(realm, actor, message_id);
    const channel = moderationChannel(realm);
    if (channel === undefined) {
      throw badRequest("Moderation request channel must be specified to enable message reporting.");
    }
    if (report_type === "other" && description === "") throw badRequest("An explanation is required.");
    tellModerators(realm, channel, { reporter: actor, place, reason: report_type, description });
    return {};
  },
});
