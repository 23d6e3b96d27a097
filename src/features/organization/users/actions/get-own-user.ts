import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { newestMessageId } from "../../../conversations/conversations.ts";
import { accessUser } from "../access.ts";
import { memberSchema } from "../member-schema.ts";
import { profileOf } from "../profiles.ts";
import { memberObject } from "../user-object.ts";

const { bot_type: _, bot_owner_id: __, ...fields } = memberSchema.entries;

export const getOwnUserEndpoint = action({
  route: "GET /users/me",
  params: {},
  reply: { ...fields, max_message_id: v.number() },
  run({ realm, actor }) {
    const options = { viewer: actor, client_gravatar: false, profile: profileOf(realm, actor.user_id) };
    const {
      bot_type: _,
      bot_owner_id: __,
      ...user
    } = memberObject(accessUser(realm, actor, actor.user_id), realm.id, options);
    return { ...user, max_message_id: newestMessageId(realm) || -1 };
  },
});
