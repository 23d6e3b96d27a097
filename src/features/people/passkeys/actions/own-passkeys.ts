import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { accessUser } from "../../../organization/users/access.ts";
import { checkWayInChange } from "../../../organization/users/authentication/ways-in.ts";
import { checkWayIn } from "../../logins/ways-in.ts";
import { tellOfLoginChange } from "../../second-factor/change-letters.ts";
import { owesSecondFactor, stillRequired } from "../../second-factor/second-factor.ts";
import { listPasskeys, removePasskey, renamePasskey } from "../passkeys.ts";
import { nameSchema } from "./credential-words.ts";

const passkeySchema = v.object({
  id: v.number(),
  name: v.string(),
  created_at: v.number(),
  /** Null where nobody has logged in with it yet. */
  last_used_at: v.nullable(v.number()),
});

/** The actor's passkeys. An endpoint of this server's own. */
export const getPasskeysEndpoint = action({
  route: "GET /users/me/passkeys",
  by: "human",
  duringSetup: true,
  params: {},
  reply: { passkeys: v.array(passkeySchema) },
  run: ({ realm, actor }) => ({
    passkeys: listPasskeys(realm, actor.user_id).map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, created_at, last_used_at },
    })),
  }),
});

/** Renames one of the actor's passkeys. An endpoint of this server's own. */
export const renamePasskeyEndpoint = action({
  route: "PATCH /users/me/passkeys/:passkey_id",
  by: "human",
  params: { passkey_id: integer, name: nameSchema },
  reply: {},
  run({ realm, actor, params: { passkey_id: id, name } }) {
    renamePasskey(realm, actor.user_id, { id, name });
    return {};
  },
});

/** Removes one of the actor's passkeys. An endpoint of this server's own. */
export const deletePasskeyEndpoint = action({
  route: "DELETE /users/me/passkeys/:passkey_id",
  by: "human",
  params: { passkey_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "passkey", act: "take", of: user });
    const name = removePasskey(realm, user.id, params.passkey_id);
    if (owesSecondFactor(realm, user)) throw stillRequired();
    checkWayIn(realm, user.id);
    tellOfLoginChange(realm, user, { kind: "passkey removed", name });
    return {};
  },
});
