import { action } from "../../../../api/endpoint.ts";
import { text } from "../../../../api/parameter.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { admitDirectory } from "../connections/admit-directory.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { body, internal, listParams, listReply, pageOf, resourceReply, token } from "../protocol/directory-call.ts";
import { notFound } from "../protocol/errors.ts";
import { isId, listCondition } from "../protocol/filter-sql.ts";
import { readOperations } from "../protocol/patch.ts";
import { groupResources } from "./group-resource.ts";
import { groupColumns, groupsWhere, type SeenGroup, seenGroup } from "./rows.ts";
import { patchedGroup, wantedGroup } from "./wanted-group.ts";
import { createDirectoryGroup, removeGroup, writeGroup } from "./write-group.ts";

/** Returns a group that the connection manages. Throws for other groups, as if they didn't exist. */
function accessSeen(realm: Realm, { id: connection }: DirectoryConnection, id: string): SeenGroup {
  const seen = isId(id) ? seenGroup(realm.sql, connection, Number(id)) : undefined;
  if (seen === undefined) throw notFound("Group", id);
  return seen;
}

const one = (realm: Realm, connection: DirectoryConnection, id: string, withMembers = true) => {
  const [resource = null] = groupResources(realm, connection, [accessSeen(realm, connection, id)], { withMembers });
  return { resource };
};

const withId = { token, id: text("id") };
const { whole } = listParams;

export const groupEndpoints = [
  action({
    ...internal,
    route: "GET /scim/groups",
    params: listParams,
    reply: listReply,
    run({ realm, params, request }) {
      const connection = admitDirectory(realm, params.token, request);
      const condition = listCondition(params.filter, "Group", groupColumns, [connection.id]);
      const { total, rows } = groupsWhere(realm.sql, { condition, ...pageOf(params) });
      return { resources: groupResources(realm, connection, rows, { withMembers: params.whole }), total };
    },
  }),
  action({
    ...internal,
    route: "POST /scim/groups",
    params: { token, body, whole },
    reply: resourceReply,
    run({ realm, params, request }) {
      const connection = admitDirectory(realm, params.token, request);
      const id = createDirectoryGroup(realm, connection, wantedGroup(realm, connection, params.body));
      return one(realm, connection, String(id), params.whole);
    },
  }),
  action({
    ...internal,
    route: "GET /scim/groups/:id",
    params: { ...withId, whole },
    reply: resourceReply,
    run: ({ realm, params, request }) =>
      one(realm, admitDirectory(realm, params.token, request), params.id, params.whole),
  }),
  action({
    ...internal,
    route: "PUT /scim/groups/:id",
    params: { ...withId, body, whole },
    reply: resourceReply,
    run({ realm, params, request }) {
      const connection = admitDirectory(realm, params.token, request);
      const { id } = accessSeen(realm, connection, params.id);
      writeGroup(realm, connection, id, wantedGroup(realm, connection, params.body));
      return one(realm, connection, params.id, params.whole);
    },
  }),
  action({
    ...internal,
    route: "PATCH /scim/groups/:id",
    params: { ...withId, body, whole },
    reply: resourceReply,
    run({ realm, params, request }) {
      const connection = admitDirectory(realm, params.token, request);
      const { id } = accessSeen(realm, connection, params.id);
      writeGroup(
        realm,
        connection,
        id,
        patchedGroup(realm, connection, { id, operations: readOperations(params.body) }),
      );
      return one(realm, connection, params.id, params.whole);
    },
  }),
  action({
    ...internal,
    route: "DELETE /scim/groups/:id",
    params: withId,
    reply: resourceReply,
    run({ realm, params, request }) {
      const connection = admitDirectory(realm, params.token, request);
      removeGroup(realm, connection, accessSeen(realm, connection, params.id).id);
      return { resource: null };
    },
  }),
];
