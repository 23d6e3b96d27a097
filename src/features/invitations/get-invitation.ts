import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { text } from "../../http/parameter.ts";
import { realmSettings } from "../organizations/organizations.ts";
import { findInvitation } from "./acceptance.ts";

/** Our own: what somebody is invited to, for whoever has the key. */
export const getInvitationEndpoint = action({
  route: "GET /join/:key",
  by: "anyone",
  params: { key: text },
  reply: {
    realm_name: v.string(),
    invited_by: v.string(),
    /** The address that was invited; null where it is for whoever joins to say. */
    email: v.nullable(v.string()),
  },
  run({ realm, params }) {
    const { inviter, addressee } = findInvitation(realm, params.key);
    return {
      realm_name: realmSettings(realm).name,
      invited_by: inviter.full_name,
      email: addressee?.email ?? null,
    };
  },
});
