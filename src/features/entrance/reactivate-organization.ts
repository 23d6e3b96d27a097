import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { SUBDOMAIN } from "../../http/host.ts";
import { optional, text, textOf } from "../../http/parameter.ts";
import { badRequest } from "../../protocol/errors.ts";
import { isDeactivated, reactivateOrganization } from "../organizations/closing.ts";
import { checkSetupToken } from "./setup-token.ts";

/** Our own: takes an organization into use again that its owner had deactivated. */
export const reactivateOrganizationEndpoint = action({
  route: "POST /organizations/reactivate",
  by: "anyone",
  always: true,
  params: {
    subdomain: optional(textOf(v.union([v.literal(""), v.pipe(v.string(), v.regex(SUBDOMAIN))])), ""),
    setup_token: optional(text),
  },
  reply: { realm_id: v.number() },
  prepare: ({ params, config }) => checkSetupToken(config, params.setup_token),
  organization: ({ subdomain }) => subdomain,
  run({ realm }) {
    if (!isDeactivated(realm)) throw badRequest("This organization is not deactivated.");
    reactivateOrganization(realm);
    return { realm_id: realm.id };
  },
});
