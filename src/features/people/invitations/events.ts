import * as v from "valibot";
import { roleSchema } from "../../../protocol/roles.ts";
import { event } from "../../../realm/events/event.ts";

/** An open invitation: an email to an address, or a link. */
export const inviteSchema = v.object({
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

/** The list of invitations has changed. Clients that show the list fetch it again (register-and-events.md 5.4). */
export const invitesChanged = event({ type: "invites_changed", fields: {} });
