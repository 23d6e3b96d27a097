import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { textParameter } from "../../../api/parameter.ts";
import { organizationNameSchema } from "../../../protocol/realm-settings.ts";
import { activeAccountCounts, actorOf, listActiveOwners } from "../../organization/accounts/accounts.ts";
import { changeRealm } from "../../organization/organization-actions/change-realm.ts";
import { closeOrganization } from "../../organization/organization-actions/deactivate-realm.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { allowAnyNetwork } from "../../people/ip-allowlist/ip-allowlist.ts";
import { allowAnyLogin } from "../../people/sso-connections/connections.ts";
import { byOperator, organizationParams } from "./operator-account.ts";

/** Returns facts that help an operator recognize an organization. Not part of Zulip's API. */
const describeOrganizationEndpoint = setupAction({
  route: "POST /organizations/describe",
  ...byOperator,
  evenDeactivated: true,
  repeatable: true,
  params: organizationParams,
  reply: {
    name: v.string(),
    url: v.string(),
    is_deactivated: v.boolean(),
    /** Number of active accounts of human users. */
    people: v.number(),
    owners: v.array(v.string()),
  },
  run: ({ realm }) => ({
    name: realmSettings(realm).name,
    url: realm.url,
    is_deactivated: isDeactivated(realm),
    people: activeAccountCounts(realm).people,
    owners: listActiveOwners(realm).map(({ delivery_email }) => delivery_email),
  }),
});

/** Renames an organization, as one of its owners would. Not part of Zulip's API. */
const renameOrganizationEndpoint = setupAction({
  route: "POST /organizations/rename",
  ...byOperator,
  params: {
    ...organizationParams,
    name: textParameter(organizationNameSchema),
  },
  run({ realm, params: { name } }) {
    const [owner] = listActiveOwners(realm);
    if (owner === undefined) throw new Error("an organization in use has no owner");
    changeRealm(realm, actorOf(owner), { name });
    realm.log.info("organization_renamed", { by: "operator" });
  },
});

/** Deactivates an organization, as one of its owners would. Not part of Zulip's API. */
const deactivateOrganizationEndpoint = setupAction({
  route: "POST /organizations/deactivate",
  ...byOperator,
  params: organizationParams,
  run({ realm }) {
    closeOrganization(realm, undefined);
    realm.log.info("organization_deactivated", { by: "operator" });
  },
});

/** Lets users log in from any network again, for owners who locked themselves out. Not part of Zulip's API. */
const allowAnyNetworkEndpoint = setupAction({
  route: "POST /organizations/any_network",
  ...byOperator,
  params: organizationParams,
  reply: {
    removed: v.number(),
  },
  run({ realm }) {
    const removed = allowAnyNetwork(realm);
    realm.log.info("any_network_allowed", { removed, by: "operator" });
    return { removed };
  },
});

/**
 * Allows all login methods again if an SSO connection was the only one, for locked-out owners. Not part of Zulip's API.
 */
const allowAnyLoginEndpoint = setupAction({
  route: "POST /organizations/any_login",
  ...byOperator,
  params: organizationParams,
  reply: {
    /** Number of SSO connections that were the only login method. */
    changed: v.number(),
  },
  run({ realm }) {
    const changed = allowAnyLogin(realm);
    realm.log.info("any_login_allowed", { changed, by: "operator" });
    return { changed };
  },
});

export const operateOrganizationEndpoints = [
  describeOrganizationEndpoint,
  renameOrganizationEndpoint,
  deactivateOrganizationEndpoint,
  allowAnyLoginEndpoint,
  allowAnyNetworkEndpoint,
];
