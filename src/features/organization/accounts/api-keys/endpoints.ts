import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer, optional, text } from "../../../../api/parameter.ts";
import { notFound } from "../../../../protocol/errors.ts";
import { accessSelfToChange } from "../authentication/credentials.ts";
import { beginLogin, checkComplete, checkLogin, finishLogin } from "../authentication/password-login.ts";
import { keysRenewedHook, loggedInHook } from "../hooks.ts";
import { keysOfUser } from "../rows.ts";
import { endKey, endOtherKeys, issueKey, loginReply, replaceKeys } from "./api-keys.ts";

/** Ends one login of the actor. Not part of Zulip's API. */
const deleteApiKeyEndpoint = action({
  route: "DELETE /users/me/api_keys/:key_id",
  params: { key_id: integer },
  run({ realm, actor, params }) {
    if (!endKey(realm, actor.user_id, params.key_id)) throw notFound("API key does not exist");
  },
});

/** Ends the actor's logins by API key except the one used for the request, if any. Not part of Zulip's API. */
const deleteOtherApiKeysEndpoint = action({
  route: "DELETE /users/me/api_keys",
  by: "human",
  reply: { ended: v.number() },
  run: ({ realm, actor }) => ({ ended: endOtherKeys(realm, actor.user_id, actor.key_id ?? 0) }),
});

const fetchApiKeyEndpoint = action({
  route: "POST /fetch_api_key",
  by: "anyone",
  params: {
    username: text("address"),
    password: text("password"),
    /** Two-factor code, for accounts that need one. Not part of Zulip's API. */
    second_factor_code: optional(text("word")),
  },
  reply: loginReply,
  plan: ({ realm, params, request }) => ({ hash: beginLogin(realm, params.username, request) }),
  prepare: ({ plan, params, ...worker }) => checkLogin(params.password, plan.hash, worker),
  run({ realm, params, prepared: verified, request }) {
    const { username, second_factor_code: code } = params;
    const { user, standing } = finishLogin(realm, { username, verified, code, request });
    checkComplete(standing);
    realm.run(loggedInHook, user.id, request);
    return { api_key: issueKey(realm, user.id, request), email: user.delivery_email, user_id: user.id };
  },
});

/** Lists the actor's logins, each of which has its own key. Not part of Zulip's API. */
const getApiKeysEndpoint = action({
  route: "GET /users/me/api_keys",
  reply: {
    api_keys: v.array(
      v.object({
        id: v.number(),
        client: v.string(),
        created_at: v.number(),
        /** Precise to the day, or to the hour if the organization ends unused keys. */
        last_used_at: v.number(),
        current: v.boolean(),
      }),
    ),
  },
  run: ({ realm, actor }) => ({
    api_keys: keysOfUser.all(realm.sql, { user: actor.user_id }).map(({ id, client, created_at, last_used_at }) => ({
      id,
      client,
      created_at,
      last_used_at: last_used_at ?? created_at,
      current: id === actor.key_id,
    })),
  }),
});

const regenerateApiKeyEndpoint = action({
  route: "POST /users/me/api_key/regenerate",
  by: "human",
  reply: { api_key: v.string() },
  run({ realm, actor, request }) {
    const user = accessSelfToChange(realm, actor, { way: "API key", act: "add" });
    realm.run(keysRenewedHook, user);
    return { api_key: replaceKeys(realm, actor.user_id, request) };
  },
});

export const apiKeyEndpoints = [
  fetchApiKeyEndpoint,
  regenerateApiKeyEndpoint,
  getApiKeysEndpoint,
  deleteApiKeyEndpoint,
  deleteOtherApiKeysEndpoint,
];
