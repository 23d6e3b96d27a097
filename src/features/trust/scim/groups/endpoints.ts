import { action } from "../../../../api/endpoint.ts";
import { text } from "../../../../api/parameter.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { admitDirectory, resourceAction } from "../connections/admit-directory.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { body, internal, listParams, listReply, pageOf } from "../protocol/directory-call.ts";
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

const withId = { id: text("id") };
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
  resourceAction("POST /scim/groups", { body, whole }, (realm, connection, params) => {
    const id = createDirectoryGroup(realm, connection, wantedGroup(realm, connection, params.body));
    return one(realm, connection, String(id), params.whole);
  }),
  resourceAction("GET /scim/groups/:id", { ...withId, whole }, (realm, connection, params) =>
    one(realm, connection, params.id, params.whole),
  ),
  resourceAction("PUT /scim/groups/:id", { ...withId, body, whole }, (realm, connection, params) => {
    const { id } = accessSeen(realm, connection, params.id);
    writeGroup(realm, connection, id, wantedGroup(realm, connection, params.body));
    return one(realm, connection, params.id, params.whole);
  }),
  resourceAction("PATCH /scim/groups/:id", { ...withId, body, whole }, (realm, connection, params) => {
    const { id } = accessSeen(realm, connection, params.id);
    const operations = readOperations(params.body);
    writeGroup(realm, connection, id, patchedGroup(realm, connection, { id, operations }));
    return one(realm, connection, params.id, params.whole);
  }),
  resourceAction("DELETE /scim/groups/:id", withId, (realm, connection, params) => {
    removeGroup(realm, connection, accessSeen(realm, connection, params.id).id);
    return { resource: null };
  }),
];
