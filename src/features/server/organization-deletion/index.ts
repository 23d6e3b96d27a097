import { type Feature, feature } from "../../../feature.ts";
import { checkDeletableEndpoint, deleteOrganizationEndpoint } from "./delete-organization.ts";

/**
 * Permanently deletes deactivated organizations, for the server administrator. It deletes from the tables of the other
 * features.
 */
export const deletionFeature = (features: readonly Feature[]): Feature =>
  feature({
    name: "organization deletion",
    endpoints: [checkDeletableEndpoint, deleteOrganizationEndpoint(features.flatMap(({ bulk = [] }) => bulk))],
  });
