import * as v from "valibot";
import { edgeEndpoint } from "../../../api/endpoint.ts";
import { optional, text } from "../../../api/parameter.ts";
import { databasesOf } from "../../../database/databases.ts";
import { listNumbers } from "./organization-id.ts";
import { checkSetupToken, isSetupOpen } from "./setup-token.ts";

const PAGE_SIZE = 500;

/**
 * Lists the organizations known to this server's databases, for the server administrator. Some may never have been
 * created, or may be lost: D1 can't tell. Not part of Zulip's API.
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
        is_used: v.boolean(),
      }),
    ),
    /** Subdomain to continue after, or null at the end. */
    next: v.nullable(v.string()),
  },
  async answer({ params: { setup_token, after }, config, env, request, log }) {
    await checkSetupToken(setup_token, { config, env, request, log });
    const organizations = await listNumbers(databasesOf(env), { after, most: PAGE_SIZE });
    return { organizations, next: organizations.length < PAGE_SIZE ? null : (organizations.at(-1)?.subdomain ?? null) };
  },
});
