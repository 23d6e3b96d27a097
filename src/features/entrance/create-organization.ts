import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { SUBDOMAIN } from "../../http/host.ts";
import { optional, text, textOf } from "../../http/parameter.ts";
import { boundedText } from "../../protocol/bounded.ts";
import { emailSchema } from "../users/email.ts";
import { fullNameSchema } from "../users/full-name.ts";
import { checkPasswordStrength, hashPassword } from "../users/password.ts";
import { furnish } from "./furnish.ts";
import { organizationId } from "./organization-id.ts";
import { checkIsNamed } from "./server-name.ts";
import { checkSetupToken, isOpen } from "./setup-token.ts";

/** Our own, for the protocol has no way to make an organization. */
export const createOrganizationEndpoint = action({
  route: "POST /organizations",
  by: "anyone",
  nearby: isOpen,
  params: {
    name: textOf(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40))),
    subdomain: optional(textOf(v.union([v.literal(""), v.pipe(boundedText("address"), v.regex(SUBDOMAIN))])), ""),
    email: textOf(emailSchema),
    full_name: textOf(fullNameSchema),
    password: text("password"),
    setup_token: optional(text("id")),
  },
  reply: {
    realm_id: v.number(),
    realm_url: v.string(),
    user_id: v.number(),
    email: v.string(),
    api_key: v.string(),
  },
  async prepare({ params, config, env, request, log }) {
    checkIsNamed(request, config);
    await checkSetupToken(params.setup_token, { config, env, request, log });
    checkPasswordStrength(params.password);
    const passwordHash = await hashPassword(params.password, config.passwordIterations);
    return { passwordHash, id: await organizationId(env.DB, params.subdomain) };
  },
  founds: ({ prepared }) => prepared.id,
  organization: ({ subdomain }) => subdomain,
  run({ realm, params, prepared, request }) {
    const { owner, api_key } = furnish(realm, {
      ...params,
      passwordHash: prepared.passwordHash,
      client: request.client,
    });
    return {
      realm_id: realm.id,
      realm_url: realm.url,
      user_id: owner.id,
      email: owner.delivery_email,
      api_key,
    };
  },
});
