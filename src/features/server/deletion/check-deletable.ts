import * as v from "valibot";
import { setupAction } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { endAllUploads } from "../../files/resumable-uploads/resumable-uploads.ts";
import { isDeactivated } from "../../organization/realm/closing.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";

/**
 * Refuses the deletion of an organization that is in use, or has another name than the one by which it is to be confirmed.
 * Otherwise it ends uploads. The Worker asks it; where the organization's object is empty, there is no number.
 */
export const checkDeletableEndpoint = setupAction({
  route: "POST /organizations/deletable",
  internal: true,
  evenDeactivated: true,
  limited: "files",
  params: { name: text("name") },
  reply: {
    number: v.nullable(v.number()),
    /** Whether parts of unfinished uploads are still in R2, which only the organization knows. */
    leaves_parts: v.boolean(),
  },
  run({ realm, params: { name } }) {
    if (!isDeactivated(realm)) throw badRequest("Only a deactivated organization can be deleted.");
    if (realmSettings(realm).name !== name) throw badRequest("The organization has another name.");
    return { number: realm.id, leaves_parts: endAllUploads(realm) };
  },
  absent: () => ({ number: null, leaves_parts: false }),
});
