import { type Feature, feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { endOfKind } from "../exports/archives/of-kind.ts";
import { archiveKindHook } from "../exports/hooks.ts";
import { ownExportsChanged } from "./events.ts";
import { ownArchive } from "./own-archive.ts";
import { getOwnExportsEndpoint, startOwnExportEndpoint } from "./own-exports.ts";
import { OwnReads } from "./own-reads.ts";

/**
 * Exports a user's own data as a file (docs/export.md), built from the API responses that the account itself would get.
 */
export function ownDataFeature(features: readonly Feature[]): Feature {
  const kind = ownArchive(new OwnReads(features));
  return feature({
    name: "own data",
    endpoints: [startOwnExportEndpoint(kind), getOwnExportsEndpoint(kind)],
    events: [ownExportsChanged],
    handlers: [on(archiveKindHook, () => kind), on(userDeactivatedHook, (realm, { id }) => endOfKind(realm, kind, id))],
  });
}
