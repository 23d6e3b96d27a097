import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, textOf } from "../../../endpoints/parameter.ts";
import { checkRecentLogin } from "../../organization/users/authentication/ways-in.ts";
import { endToken, listTokens, makeToken } from "./tokens.ts";

const LONGEST_NAME = 100;

/** The organization's audit tokens, by which programs read its audit log. An endpoint of this server's own, like the next ones. */
export const getAuditTokensEndpoint = action({
  route: "GET /audit_log/tokens",
  by: "owner",
  params: {},
  reply: {
    tokens: v.array(
      v.object({
        id: v.number(),
        name: v.string(),
        /** The owner who has made it. */
        user_id: v.number(),
        created_at: v.number(),
        /** To the hour; null where it was never used. */
        last_used_at: v.nullable(v.number()),
      }),
    ),
  },
  run: ({ realm }) => ({ tokens: listTokens(realm) }),
});

export const createAuditTokenEndpoint = action({
  route: "POST /audit_log/tokens",
  by: "owner",
  params: { name: textOf(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST_NAME))) },
  reply: { id: v.number(), token: v.string() },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    return makeToken(realm, actor, params.name);
  },
});

export const deleteAuditTokenEndpoint = action({
  route: "DELETE /audit_log/tokens/:audit_token_id",
  by: "owner",
  params: { audit_token_id: integer },
  reply: {},
  run({ realm, params }) {
    endToken(realm, params.audit_token_id);
    return {};
  },
});
