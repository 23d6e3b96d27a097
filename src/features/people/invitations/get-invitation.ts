import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { accessInvitationByKey, mustConfirmEmail } from "./join.ts";

/** The invitation that the holder of a key has. An endpoint of this server's own. */
export const getInvitationEndpoint = action({
  route: "GET /join/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: {
    realm_name: v.string(),
    invited_by: v.string(),
    /** The address that was invited; null for a link, where whoever joins enters one. */
    email: v.nullable(v.string()),
    /** Whether the address has to be confirmed before the account is created. */
    confirms_email: v.boolean(),
  },
  run({ realm, params }) {
    const invitation = accessInvitationByKey(realm, params.key);
    const { inviter, addressee } = invitation;
    return {
      realm_name: realmSettings(realm).name,
      invited_by: inviter.full_name,
      email: addressee?.email ?? null,
      confirms_email: mustConfirmEmail(realm, invitation),
    };
  },
});
