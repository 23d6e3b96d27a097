import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { baseAddress, listConnections } from "./connections.ts";
import { networksSchema } from "./networks.ts";
import { rulesSchema } from "./rules.ts";

const tokenSchema = v.object({ id: v.number(), created_at: v.number(), last_used_at: v.nullable(v.number()) });

/** Returns the directory connections to owners. Like the other endpoints of connections, not part of Zulip's API. */
export const getConnectionsEndpoint = action({
  route: "GET /scim/connections",
  by: "owner",
  params: {},
  reply: {
    connections: v.array(
      v.object({
        id: v.number(),
        name: v.string(),
        kind: v.string(),
        rules: rulesSchema,
        networks: networksSchema,
        created_at: v.number(),
        tokens: v.array(tokenSchema),
      }),
    ),
    /** URL to configure in the directory. */
    address: v.string(),
  },
  run: ({ realm }) => ({ connections: listConnections(realm), address: baseAddress(realm) }),
});
