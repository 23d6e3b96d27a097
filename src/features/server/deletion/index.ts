import { type Feature, feature } from "../../../feature.ts";
import { checkDeletableEndpoint } from "./check-deletable.ts";
import { deleteOrganizationEndpoint } from "./delete-organization.ts";

/** Deleting a deactivated organization for good, for whoever runs the server. Its tables are those of the other features. */
export const deletionFeature = (features: readonly Feature[]): Feature =>
  feature({
    name: "organization deletion",
    endpoints: [checkDeletableEndpoint, deleteOrganizationEndpoint(features.flatMap(({ bulk = [] }) => bulk))],
  });
