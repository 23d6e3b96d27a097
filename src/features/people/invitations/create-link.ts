import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { optional } from "../../../endpoints/parameter.ts";
import { checkMayInvite } from "./access.ts";
import { channelIdsParam, checkOptions, checkRole, optionParams } from "./invitation-options.ts";
import { createLink, expiryTime } from "./invitations.ts";
import { joinUrl } from "./mails.ts";

export const createLinkEndpoint = action({
  route: "POST /invites/multiuse",
  by: "member",
  params: { ...optionParams, stream_ids: optional(channelIdsParam, []) },
  reply: { invite_link: v.string() },
  run({ realm, actor, params, request: { origin } }) {
    checkMayInvite(realm, actor, "link");
    checkRole(actor, params.invite_as);
    // The maker of a link gets no message when somebody joins by it (users-groups-org.md 7).
    const options = checkOptions(realm, actor, { ...params, notify_referrer_on_join: false });
    const key = createLink(realm, actor, { options, expires_at: expiryTime(realm, params.invite_expires_in_minutes) });
    return { invite_link: joinUrl(origin, key) };
  },
});
