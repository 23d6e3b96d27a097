import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { integer, json, optional, textOf } from "../../../../endpoints/parameter.ts";
import { LONGEST_DEACTIVATION_COMMENT } from "../../../../protocol/text-lengths.ts";
import { accessUserToChange, noSuchUser } from "../access.ts";
import { type DeletionActions, deletionOrderedHook } from "../hooks.ts";
import { botsOwnedBy } from "../users.ts";
import { deactivatePerson } from "./deactivation.ts";
import { sendDeactivationMail } from "./deactivation-mail.ts";

const wanted = v.optional(v.boolean(), false);
const actionsSchema = v.object({
  delete_profile: wanted,
  delete_public_channel_messages: wanted,
  delete_private_channel_messages: wanted,
  delete_direct_messages: wanted,
});
const none: DeletionActions = v.parse(actionsSchema, {});

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
    /** Further things to delete: of the person's bots first, then of the person. */
    actions: optional(json(actionsSchema), none),
  },
  reply: {},
  run({ realm, actor, params: { user_id, deactivation_notification_comment: comment, actions } }) {
    const user = accessUserToChange(realm, actor, user_id);
    // DELETE /bots/{bot_id} deactivates bots.
    if (user.bot_type !== null) throw noSuchUser();
    deactivatePerson(realm, user);
    if (Object.values(actions).some(Boolean))
      realm.run(deletionOrderedHook, [...botsOwnedBy(realm, user.id), user], actions);
    if (comment !== null) sendDeactivationMail(realm, user, { by: actor.full_name, comment: comment.trim() });
    return {};
  },
});
