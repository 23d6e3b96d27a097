import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { findInvitation, mustConfirm } from "./acceptance.ts";

/** Our own: what somebody is invited to, for whoever has the key. */
export const getInvitationEndpoint = action({
  route: "GET /join/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: {
    realm_name: v.string(),
    invited_by: v.string(),
    /** The address that was invited; null where it is for whoever joins to say. */
    email: v.nullable(v.string()),
    /** Whether that is to be confirmed first. */
    confirms_email: v.boolean(),
  },
  run({ realm, params }) {
    const invitation = findInvitation(realm, params.key);
    const { inviter, addressee } = invitation;
    return {
      realm_name: realmSettings(realm).name,
      invited_by: inviter.full_name,
      email: addressee?.email ?? null,
      confirms_email: mustConfirm(realm, invitation),
    };
  },
});
