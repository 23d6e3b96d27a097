import { action } from "../../../api/endpoint.ts";
import { integer } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { afterUnmuteHook, beforeMuteHook, mutedBy, removeMute, writeMute } from "../muted-users/muted-users.ts";

/** Mutes a user. Messages they have sent become read, and new ones are read immediately. */
function muteUser(realm: Realm, user: UserId, muted: UserId): void {
  realm.run(beforeMuteHook, user, muted);
  writeMute(realm, user, muted);
}

/** Unmutes a user. Their new messages are unread again; earlier ones stay unchanged. */
function unmuteUser(realm: Realm, user: UserId, muted: UserId): void {
  removeMute(realm, user, muted);
  realm.run(afterUnmuteHook, user, muted);
}

export const muteUserEndpoint = action({
  route: "POST /users/me/muted_users/:muted_user_id",
  params: { muted_user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    if (params.muted_user_id === actor.user_id) throw badRequest("Cannot mute self");
    const { id } = accessUser(realm, actor, params.muted_user_id);
    const muted = mutedBy(realm, actor.user_id);
    if (muted.has(id)) throw badRequest("User already muted");
    checkCount(muted.size + 1, limits.account.muted_users, "muted users");
    muteUser(realm, actor.user_id, id);
    return {};
  },
});

export const unmuteUserEndpoint = action({
  route: "DELETE /users/me/muted_users/:muted_user_id",
  params: { muted_user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const { id } = accessUser(realm, actor, params.muted_user_id);
    if (!mutedBy(realm, actor.user_id).has(id)) throw badRequest("User is not muted");
    unmuteUser(realm, actor.user_id, id);
    return {};
  },
});
