import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { integer, optional, textOf } from "../../../../endpoints/parameter.ts";
import { LONGEST_DEACTIVATION_COMMENT } from "../../../../protocol/text-lengths.ts";
import { accessUserToChange, noSuchUser } from "../access.ts";
import { deactivatePerson } from "./deactivation.ts";
import { sendDeactivationMail } from "./deactivation-mail.ts";

export const deactivateUserEndpoint = action({
  route: "DELETE /users/:user_id",
  by: "administrator",
  params: {
    user_id: integer,
    // The text is not JSON, but clients that send all values as JSON send `null` for none.
    deactivation_notification_comment: optional(
      textOf(
        v.union([
          v.pipe(
            v.literal("null"),
            v.transform(() => null),
          ),
          v.pipe(v.string(), v.maxCodePoints(LONGEST_DEACTIVATION_COMMENT)),
        ]),
      ),
      null,
    ),
  },
  reply: {},
  run({ realm, actor, params: { user_id, deactivation_notification_comment: comment } }) {
    const user = accessUserToChange(realm, actor, user_id);
    // DELETE /bots/{bot_id} deactivates bots.
    if (user.bot_type !== null) throw noSuchUser();
    deactivatePerson(realm, user);
    if (comment !== null) sendDeactivationMail(realm, user, { by: actor.full_name, comment: comment.trim() });
    return {};
  },
});
