import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { readsLevelForm } from "../../../protocol/client-dialect.ts";
import { shownEmoji } from "../../../protocol/emoji.ts";
import { accessUser } from "../../organization/users/access.ts";
import { statusFor } from "./status.ts";

export const getStatusEndpoint = action({
  route: "GET /users/:user_id/status",
  params: { user_id: integer },
  reply: {
    status: v.object({
      away: v.optional(v.boolean()),
      status_text: v.optional(v.string()),
      emoji_name: v.optional(v.string()),
      emoji_code: v.optional(v.string()),
      reaction_type: v.optional(v.string()),
    }),
  },
  run({ realm, actor, params, request }) {
    const status = statusFor(realm, accessUser(realm, actor, params.user_id).id);
    return { status: shownEmoji(status, readsLevelForm(request.client)) };
  },
});
