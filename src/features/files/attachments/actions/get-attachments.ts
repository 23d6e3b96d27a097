import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { attachmentsOf, uploadSpaceUsed } from "../attachments.ts";
import { attachmentSchema } from "../events.ts";

export const getAttachmentsEndpoint = action({
  route: "GET /attachments",
  params: {},
  reply: { attachments: v.array(attachmentSchema), upload_space_used: v.number() },
  run: ({ realm, actor }) => ({
    attachments: attachmentsOf(realm, actor.user_id),
    upload_space_used: uploadSpaceUsed(realm),
  }),
});
