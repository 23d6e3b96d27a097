import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { boolean, oneOf, optional, text, textParameter } from "../../../api/parameter.ts";
import { REGIONS } from "../../../config/settings.ts";
import { databasesOf } from "../../../database/databases.ts";
import { callRealm, nothingSent } from "../../../http/ask-realm.ts";
import { ApiError } from "../../../protocol/errors.ts";
import { organizationNameSchema } from "../../../protocol/realm-settings.ts";
import { machineRandom } from "../../../util/random.ts";
import { issueKey } from "../../organization/accounts/api-keys/api-keys.ts";
import { checkPasswordStrength, hashPassword } from "../../organization/accounts/authentication/password.ts";
import { emailSchema } from "../../organization/accounts/email.ts";
import { fullNameSchema } from "../../organization/accounts/full-name.ts";
import { getServerSettingsEndpoint } from "../server-info/get-server-settings.ts";
import { checkHasName } from "../server-info/server-name.ts";
import { organizationId, retireNumber, wantedDatabase } from "./organization-id.ts";
import { populateOrganization } from "./populate-organization.ts";
import { checkSetupToken, isSetupOpen, type SetupRequest, setupParams } from "./setup-token.ts";

/** Not part of Zulip's API. */
export const createOrganizationEndpoint = setupAction({
  route: "POST /organizations",
  loopbackOnly: isSetupOpen,
  params: {
    name: textParameter(organizationNameSchema),
    subdomain: setupParams.subdomain,
    email: textParameter(emailSchema),
    full_name: textParameter(fullNameSchema),
    password: text("password"),
    setup_token: setupParams.setup_token,
    // Determines the owner's clock format.
    locale: optional(text("word")),
    begin_anew: optional(boolean, false),
    /** Whether the owner gets an API key. Browsers don't need one. */
    issue_api_key: optional(boolean, true),
    database: optional(text("word")),
    // Cloudflare only respects it in the first request for the organization's name, because objects don't move later.
    region: optional(oneOf(...REGIONS)),
  },
  reply: {
    realm_id: v.number(),
    realm_url: v.string(),
    user_id: v.number(),
    email: v.string(),
    api_key: v.optional(v.string()),
  },
  async prepare({ params, config, env, request, log }) {
    checkHasName(request, config);
    await checkSetupToken(params.setup_token, { config, env, request, log });
    checkPasswordStrength(params.password, [params.name, params.full_name, params.email]);
    const databases = databasesOf(env);
    const founding = { subdomain: params.subdomain, wanted: wantedDatabase(databases, params.database) };
    const passwordHash = await hashPassword(params.password, { config, env, log });
    const number = await organizationId(databases, founding, machineRandom);
    if (!number.isUsed || !params.begin_anew || !(await isAbsent(params.subdomain, { config, env, log, request }))) {
      return { passwordHash, number };
    }
    await retireNumber(databases, number);
    return { passwordHash, number: await organizationId(databases, founding, machineRandom) };
  },
  founds({ prepared: { number } }) {
    if (number.isUsed) throw organizationLost(number.id);
    return number;
  },
  organization: ({ subdomain }) => subdomain,
  region: ({ region }) => region,
  run({ realm, params, prepared, request }) {
    const owner = populateOrganization(realm, { ...params, passwordHash: prepared.passwordHash });
    return {
      realm_id: realm.id,
      realm_url: realm.url,
      user_id: owner.id,
      email: owner.delivery_email,
      ...(params.issue_api_key && { api_key: issueKey(realm, owner.id, request) }),
    };
  },
});

/** The Durable Object is empty, but D1 still has rows of the organization, which nothing may read or overwrite. */
const organizationLost = (id: number) =>
  new ApiError({
    code: "ORGANIZATION_LOST",
    msg: `This organization's own database is lost, while the message store still has its rows, under the number ${id}. Restore the database from a backup, or start over with begin_anew=true: as another organization, under a new number, to which nothing of the old one is shown.`,
    status: 409,
  });

/** True if the Durable Object of a subdomain contains no organization. */
async function isAbsent(subdomain: string, { request: facts, ...worker }: SetupRequest): Promise<boolean> {
  const answer = await callRealm(worker, true, {
    subdomain,
    route: getServerSettingsEndpoint.route,
    step: "run",
    ...nothingSent,
    facts,
  });
  return answer.ok && answer.absent === true;
}
