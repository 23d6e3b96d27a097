import { shapedAction } from "../../../endpoints/endpoint.ts";
import { optional, text, textOf } from "../../../endpoints/parameter.ts";
import { fullNameSchema } from "../../organization/users/full-name.ts";
import { joiningSchema } from "./attempt.ts";
import { isLinked } from "./external-logins.ts";
import { goOnFrom } from "./goal.ts";
import { grant } from "./grant.ts";
import { accessEntrance, joinByLogin } from "./joining.ts";
import { accessProvider } from "./providers/providers.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { unseal } from "./seal.ts";
import { showStep, stepReply } from "./shown-arrival.ts";

/** Begins the account of somebody who has logged in at a provider, and has said their name. */
export const joinByLoginEndpoint = shapedAction({
  route: "POST /external_login/:provider/join",
  by: "anyone",
  internal: true,
  params: {
    provider: text("id"),
    joining: text("token"),
    full_name: textOf(fullNameSchema),
    locale: optional(text("word")),
  },
  reply: stepReply,
  plan: ({ realm, params }) => accessProvider(realm, params.provider),
  prepare: ({ plan: provider, params, request: { origin } }) =>
    unseal(params.joining, joiningSchema, { purpose: "joining", provider, origin }),
  run({ realm, params, prepared: { identity, goal }, request }) {
    const provider = accessProvider(realm, params.provider);
    if (isLinked(realm, identity)) throw new ExternalLoginRefused("used");
    // The invitation may have been withdrawn, or the address been taken, since the provider was asked.
    const entrance = accessEntrance(realm, provider, identity, goal);
    const user = joinByLogin(realm, entrance, { identity, full_name: params.full_name, locale: params.locale });
    const granted = grant(realm, provider, user, identity);
    return { ...goOnFrom(realm, provider, granted, { goal, request, login: identity.login }), provider };
  },
  shape: ({ result, request }) => showStep(result, result.provider, request),
});
