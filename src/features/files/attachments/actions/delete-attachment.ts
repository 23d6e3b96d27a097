import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { ownAttachment, removeAttachment } from "../attachments.ts";

export const deleteAttachmentEndpoint = action({
  route: "DELETE /attachments/:attachment_id",
  params: { attachment_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const file = ownAttachment(realm, actor.user_id, params.attachment_id);
    if (file === undefined) throw badRequest("Invalid attachment");
    removeAttachment(realm, file);
    return {};
  },
});
