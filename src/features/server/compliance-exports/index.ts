import { feature } from "../../../feature.ts";
import { Role } from "../../../protocol/roles.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import {
  addressGivenHook,
  ownerChangedHook,
  passwordLinkGivenHook,
  userDeactivatedHook,
  userReactivatedHook,
} from "../../organization/accounts/hooks.ts";
import { holdCoverageChangedHook, holdReleasedHook } from "../../trust/legal-holds/legal-holds.ts";
import { archiveKindHook } from "../exports/hooks.ts";
import { complianceArchive } from "./compliance-archive.ts";
import { endExportsOf, ownerChanged } from "./compliance-exports.ts";
import { complianceExportEndpoints } from "./endpoints.ts";
import { complianceExportsChanged } from "./events.ts";
import { schema } from "./rows.ts";

/** Exports of messages for courts and investigations, if the server's operator allows holds (docs/export.md). */
export const complianceExports = feature({
  name: "compliance exports",
  schema,
  archive: { leftOut: { compliance_exports: "of the server", owner_changes: "of the server" } },
  endpoints: complianceExportEndpoints,
  events: [complianceExportsChanged],
  handlers: [
    on(archiveKindHook, () => complianceArchive),
    on(holdCoverageChangedHook, (realm, hold) => endExportsOf(realm, complianceArchive, hold)),
    on(holdReleasedHook, (realm, hold) => endExportsOf(realm, complianceArchive, hold)),
    on(ownerChangedHook, (realm, user) => ownerChanged(realm, complianceArchive, user)),
    on(userDeactivatedHook, ownerCameOrWent),
    on(userReactivatedHook, ownerCameOrWent),
    // Someone who gave an owner's account a new address or a password link can use the account, so this counts as a
    // change of owners.
    on(addressGivenHook, ownerCameOrWent),
    on(passwordLinkGivenHook, ownerCameOrWent),
  ],
});

function ownerCameOrWent(realm: Realm, { id, role }: User): void {
  if (role === Role.owner) ownerChanged(realm, complianceArchive, id);
}
