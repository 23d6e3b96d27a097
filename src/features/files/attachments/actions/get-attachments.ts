import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { readsLevelForm } from "../../../../protocol/client-dialect.ts";
import { attachmentsOf, uploadSpaceUsed } from "../attachments.ts";
import { attachmentSchema, shownAttachment } from "../events.ts";

export const getAttachmentsEndpoint = action({
  route: "GET /attachments",
  params: {},
  reply: { attachments: v.array(attachmentSchema), upload_space_used: v.number() },
  run: ({ realm, actor, request }) => ({
    attachments: attachmentsOf(realm, actor.user_id).map((one) => shownAttachment(one, readsLevelForm(request.client))),
    upload_space_used: uploadSpaceUsed(realm),
  }),
});
