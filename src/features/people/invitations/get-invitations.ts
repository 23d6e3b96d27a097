import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { notForBots } from "../../../protocol/errors.ts";
import { roleSchema } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { manages } from "./access.ts";
import { joinUrl } from "./letters.ts";
import { type InvitationRow, type LinkRow, liveInvitations, liveLinks } from "./rows.ts";
import { mayOfferAll, termsOf } from "./terms.ts";

const inviteSchema = v.object({
  id: v.number(),
  invited_by_user_id: v.number(),
  invited: v.number(),
  expiry_date: v.nullable(v.number()),
  invited_as: roleSchema,
  email: v.optional(v.string()),
  link_url: v.optional(v.string()),
  notify_referrer_on_join: v.boolean(),
  is_multiuse: v.boolean(),
});

/** Invitations that can still be accepted, if the actor manages them (users-groups-org.md 7). */
export const getInvitationsEndpoint = action({
  route: "GET /invites",
  by: "member",
  params: {},
  reply: { invites: v.array(inviteSchema) },
  run({ realm, actor, request: { origin } }) {
    if (actor.is_bot) throw notForBots();
    return { invites: invitesFor(realm, actor, origin) };
  },
});

function invitesFor(realm: Realm, actor: Actor, origin: string): v.InferOutput<typeof inviteSchema>[] {
  const now = realm.seconds();
  const mine = (offer: LinkRow | InvitationRow) => manages(actor, offer);
  const mailed = liveInvitations
    .all(realm.sql, { now })
    .filter(mine)
    .map((invitation) => ({ ...common(invitation), email: invitation.email, is_multiuse: false }));
  const links = liveLinks
    .all(realm.sql, { now })
    .filter(mine)
    .map((link) => ({
      ...common(link),
      ...(isFor(realm, actor, link) ? { link_url: joinUrl(origin, link.key) } : {}),
      is_multiuse: true,
    }));
  return [...mailed, ...links];
}

/** Whoever knows a link can become what it makes of people, so that it is told only to who may offer that themselves. */
function isFor(realm: Realm, actor: Actor, link: LinkRow): boolean {
  const terms = termsOf(link);
  return link.inviter === actor.user_id ? actor.role <= terms.role : mayOfferAll(realm, actor, terms);
}

function common(offer: LinkRow | InvitationRow) {
  const { role, notify_referrer } = termsOf(offer);
  return {
    id: offer.id,
    invited_by_user_id: offer.inviter,
    invited: offer.invited_at,
    expiry_date: offer.expires_at,
    invited_as: role,
    notify_referrer_on_join: notify_referrer,
  };
}
