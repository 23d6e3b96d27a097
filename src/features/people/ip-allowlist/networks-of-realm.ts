import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { json } from "../../../api/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { Role, roleSchema } from "../../../protocol/roles.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { listNetworks, setNetworks } from "./ip-allowlist.ts";

const rolesSchema = v.nullable(v.pipe(v.array(roleSchema), v.minLength(1), v.maxLength(Object.keys(Role).length)));
const networkSchema = v.object({ network: boundedText("word"), label: boundedText("word"), roles: rolesSchema });
const reply = { networks: v.array(networkSchema) };

/** Returns the networks users can log in from, and the caller's own address. Not part of Zulip's API. */
export const getNetworksEndpoint = action({
  route: "GET /realm/allowed_networks",
  by: "owner",
  params: {},
  reply: { ...reply, own_address: v.nullable(v.string()) },
  run: ({ realm, request }) => ({ networks: [...listNetworks(realm)].map(copied), own_address: request.ip ?? null }),
});

/** Sets the networks users can log in from; an empty list allows all. Not part of Zulip's API. */
export const setNetworksEndpoint = action({
  route: "PATCH /realm/allowed_networks",
  by: "owner",
  params: { networks: json(boundedList(networkSchema, "networks")) },
  reply,
  run({ realm, actor, params, request }) {
    checkRecentLogin(realm, actor);
    return { networks: setNetworks(realm, actor, params.networks, request).map(copied) };
  },
});

const copied = ({ roles, ...network }: ReturnType<typeof listNetworks>[number]) => ({
  ...network,
  roles: roles && [...roles],
});
