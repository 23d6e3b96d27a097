import * as v from "valibot";
import { databasesOf } from "../../../database/databases.ts";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { optional, text } from "../../../endpoints/parameter.ts";
import { listNumbers } from "./organization-id.ts";
import { checkSetupToken, isSetupOpen } from "./setup-token.ts";

const PAGE_SIZE = 500;

/**
 * The organizations that this server's databases know, for whoever runs it; an endpoint of this server's own. Some may never
 * have been founded, or be lost: D1 does not tell.
 */
export const listOrganizationsEndpoint = edgeEndpoint({
  route: "POST /organizations/list",
  loopbackOnly: isSetupOpen,
  params: { setup_token: optional(text("id")), after: optional(text("address")) },
  reply: {
    organizations: v.array(
      v.object({
        subdomain: v.string(),
        number: v.number(),
        /** Whether D1 has rows of it. */
        is_used: v.boolean(),
      }),
    ),
    /** The subdomain after which the next page begins; null at the end. */
    next: v.nullable(v.string()),
  },
  async answer({ params: { setup_token, after }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    const organizations = await listNumbers(databasesOf(env), { after, most: PAGE_SIZE });
    return { organizations, next: organizations.length < PAGE_SIZE ? null : (organizations.at(-1)?.subdomain ?? null) };
  },
});
