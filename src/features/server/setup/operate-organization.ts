import * as v from "valibot";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { textOf } from "../../../endpoints/parameter.ts";
import { organizationNameSchema } from "../../../protocol/realm-settings.ts";
import { changeRealm } from "../../organization/realm/actions/change-realm.ts";
import { closeOrganization } from "../../organization/realm/actions/deactivate-realm.ts";
import { isDeactivated } from "../../organization/realm/closing.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { activeAccountCounts, actorOf, listActiveOwners } from "../../organization/users/users.ts";
import { allowAnyNetwork } from "../../people/allowed-networks/allowed-networks.ts";
import { allowAnyLogin } from "../../people/login-connections/connections.ts";
import { byOperator, organizationParams } from "./operator-account.ts";

/** The facts about an organization by which an operator knows it. An endpoint of this server's own. */
export const describeOrganizationEndpoint = setupAction({
  route: "POST /organizations/describe",
  ...byOperator,
  evenDeactivated: true,
  repeatable: true,
  params: organizationParams,
  reply: {
    name: v.string(),
    url: v.string(),
    is_deactivated: v.boolean(),
    /** The number of people whose accounts are active. */
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

/** Gives an organization another name, as one of its owners does. An endpoint of this server's own. */
export const renameOrganizationEndpoint = setupAction({
  route: "POST /organizations/rename",
  ...byOperator,
  params: {
    ...organizationParams,
    name: textOf(organizationNameSchema),
  },
  reply: {},
  run({ realm, params: { name } }) {
    const [owner] = listActiveOwners(realm);
    if (owner === undefined) throw new Error("an organization in use has no owner");
    changeRealm(realm, actorOf(owner), { name });
    realm.log.info("organization_renamed", { by: "operator" });
    return {};
  },
});

/** Deactivates an organization, as one of its owners does. An endpoint of this server's own. */
export const deactivateOrganizationEndpoint = setupAction({
  route: "POST /organizations/deactivate",
  ...byOperator,
  params: organizationParams,
  reply: {},
  run({ realm }) {
    closeOrganization(realm, undefined);
    realm.log.info("organization_deactivated", { by: "operator" });
    return {};
  },
});

/** Removes the networks from which people can log in, for owners who have locked themselves out. An endpoint of this server's own. */
export const allowAnyNetworkEndpoint = setupAction({
  route: "POST /organizations/any_network",
  ...byOperator,
  params: organizationParams,
  reply: {
    /** The number of networks that the list had. */
    removed: v.number(),
  },
  run({ realm }) {
    const removed = allowAnyNetwork(realm);
    realm.log.info("any_network_allowed", { removed, by: "operator" });
    return { removed };
  },
});

/** Lets people log in by all ways again where they had one login alone, for owners whom it keeps out. An endpoint of this server's own. */
export const allowAnyLoginEndpoint = setupAction({
  route: "POST /organizations/any_login",
  ...byOperator,
  params: organizationParams,
  reply: {
    /** The number of connections that were the only login. */
    changed: v.number(),
  },
  run({ realm }) {
    const changed = allowAnyLogin(realm);
    realm.log.info("any_login_allowed", { changed, by: "operator" });
    return { changed };
  },
});
