import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { endAllUploads } from "../../files/tus-uploads/tus-uploads.ts";
import { isDeactivated } from "../../organization/organization-settings/closing.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";

/**
 * Throws if the organization is in use, or its name doesn't match the confirmation. Otherwise, ends its uploads. Called
 * by the Worker. Returns null as the number if the organization's object is empty.
 */
export const checkDeletableEndpoint = setupAction({
  route: "POST /organizations/deletable",
  internal: true,
  evenDeactivated: true,
  limited: "files",
  params: { name: text("name") },
  reply: {
    number: v.nullable(v.number()),
    /** Whether R2 still has parts of unfinished uploads, which only the organization knows. */
    leaves_parts: v.boolean(),
  },
  run({ realm, params: { name } }) {
    if (!isDeactivated(realm)) throw badRequest("Only a deactivated organization can be deleted.");
    if (realmSettings(realm).name !== name) throw badRequest("The organization has another name.");
    return { number: realm.id, leaves_parts: endAllUploads(realm) };
  },
  absent: () => ({ number: null, leaves_parts: false }),
});
