import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { signatureOf } from "../../mail/signed-token.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { accessUser } from "../../organization/users/access.ts";
import { mayWrite } from "../grants/organization-rules.ts";
import { checkTaken, personBehind } from "./taken-keys.ts";

const callerFields = {
  user_id: v.number(),
  full_name: v.string(),
  is_bot: v.boolean(),
  /** The name of a time zone, or "" for UTC. */
  timezone: v.string(),
  organization: v.string(),
  url: v.string(),
  /** The things that a grant allows; null for an account's own key, which allows all that the account may. */
  scopes: v.nullable(v.array(v.string())),
  /** Whether the organization does not let assistants write for this account. */
  only_reads: v.optional(v.literal(true)),
  /** Whether the organization's audit log tells what assistants read. */
  records_reads: v.optional(v.literal(true)),
  /** Seals what comes back by way of the client, for this account and this grant or key alone. */
  state_key: v.string(),
};

/** The account that an assistant acts for, as tools need to know it. */
export type CallerFields = v.InferOutput<v.ObjectSchema<typeof callerFields, undefined>>;

/** Each request of an assistant begins with it, which refuses those whose credentials are not taken. */
export const getCallerEndpoint = action({
  route: "GET /assistants/caller",
  scope: "any",
  internal: true,
  limited: "assistants",
  params: {},
  reply: callerFields,
  run({ realm, actor }) {
    // The keys of clients were checked with their credentials; a program of a bot has none.
    checkTaken(realm, actor);
    const person = personBehind(realm, actor);
    const { full_name, timezone = "" } = accessUser(realm, actor, actor.user_id);
    return {
      ...{ user_id: actor.user_id, full_name, is_bot: actor.is_bot, timezone },
      ...{ organization: realmSettings(realm).name, url: realm.url },
      scopes: actor.grant === undefined ? null : [...actor.grant.scopes],
      ...(realmSettings(realm).audit_assistant_reads && { records_reads: true as const }),
      ...(!mayWrite(realm, person) && { only_reads: true as const }),
      state_key: stateKey(realm, actor),
    };
  },
});

const stateKey = (realm: Realm, { user_id, key_id, grant }: Actor): string =>
  signatureOf(realm, "state of an assistant's call", `${user_id} ${grant?.id ?? "-"} ${key_id ?? "-"}`);
