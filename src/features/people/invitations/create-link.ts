import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { optional } from "../../../endpoints/parameter.ts";
import { checkMayInvite } from "./access.ts";
import { expiry, openLink } from "./invitations.ts";
import { joinUrl } from "./letters.ts";
import { channelIdsParam, checkRole, checkTerms, termsParams } from "./terms.ts";

export const createLinkEndpoint = action({
  route: "POST /invites/multiuse",
  by: "member",
  params: { ...termsParams, stream_ids: optional(channelIdsParam, []) },
  reply: { invite_link: v.string() },
  run({ realm, actor, params, request: { origin } }) {
    checkMayInvite(realm, actor, "link");
    checkRole(actor, params.invite_as);
    // Of people who follow a link its maker is not told (users-groups-org.md 7).
    const terms = checkTerms(realm, actor, { ...params, notify_referrer_on_join: false });
    const key = openLink(realm, actor, { terms, expires_at: expiry(realm, params.invite_expires_in_minutes) });
    return { invite_link: joinUrl(origin, key) };
  },
});
