import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { notForBots } from "../../../protocol/errors.ts";
import { roleSchema } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { mayManage } from "./access.ts";
import { mayGrantAll, optionsOf } from "./invitation-options.ts";
import { joinUrl } from "./mails.ts";
import { type InvitationRow, type LinkRow, openInvitations, openLinks } from "./rows.ts";

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

/** The open invitations that the actor may manage (users-groups-org.md 7). */
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
  const isManaged = (row: LinkRow | InvitationRow) => mayManage(actor, row);
  const mailed = openInvitations
    .all(realm.sql, { now })
    .filter(isManaged)
    .map((invitation) => ({ ...commonFields(invitation), email: invitation.email, is_multiuse: false }));
  const links = openLinks
    .all(realm.sql, { now })
    .filter(isManaged)
    .map((link) => ({
      ...commonFields(link),
      ...(maySeeUrl(realm, actor, link) ? { link_url: joinUrl(origin, link.key) } : {}),
      is_multiuse: true,
    }));
  return [...mailed, ...links];
}

/** Whether the actor may see a link's URL: only if they may grant all that the link grants to whoever opens it. */
function maySeeUrl(realm: Realm, actor: Actor, link: LinkRow): boolean {
  const options = optionsOf(link);
  return link.inviter === actor.user_id ? actor.role <= options.role : mayGrantAll(realm, actor, options);
}

function commonFields(row: LinkRow | InvitationRow) {
  const { role, notify_referrer } = optionsOf(row);
  return {
    id: row.id,
    invited_by_user_id: row.inviter,
    invited: row.invited_at,
    expiry_date: row.expires_at,
    invited_as: role,
    notify_referrer_on_join: notify_referrer,
  };
}
