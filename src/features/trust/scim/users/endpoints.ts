import { action } from "../../../../api/endpoint.ts";
import { text } from "../../../../api/parameter.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { admitDirectory, resourceAction } from "../connections/admit-directory.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { body, internal, listParams, listReply, pageOf } from "../protocol/directory-call.ts";
import { notFound } from "../protocol/errors.ts";
import { isId, listCondition } from "../protocol/filter-sql.ts";
import { patched, readOperations } from "../protocol/patch.ts";
import { type SeenUser, seenBy, seenUser, userColumns, usersWhere } from "../user-resources/rows.ts";
import { userAttributes } from "../user-resources/user-attributes.ts";
import { attributesOf, patchableUser, shownName, userResources } from "../user-resources/user-resource.ts";
import { wantedUser } from "../user-resources/wanted-user.ts";
import { createUser, removeUser, writeUser } from "./write-user.ts";

/** Returns a user that the connection sees. Throws for others, as if they didn't exist. */
function accessSeen(realm: Realm, { id: connection }: DirectoryConnection, id: string): SeenUser {
  const seen = isId(id) ? seenUser(realm, connection, Number(id)) : undefined;
  if (seen === undefined) throw notFound("User", id);
  return seen;
}

const one = (realm: Realm, connection: DirectoryConnection, id: string) => {
  const [resource = null] = userResources(realm, connection, [accessSeen(realm, connection, id)]);
  return { resource };
};

const withId = { id: text("id") };

export const userEndpoints = [
  action({
    ...internal,
    route: "GET /scim/users",
    params: listParams,
    reply: listReply,
    run({ realm, params, request }) {
      const connection = admitDirectory(realm, params.token, request);
      const condition = listCondition(params.filter, "User", userColumns, seenBy(realm, connection.id));
      const { total, rows } = usersWhere(realm, { condition, ...pageOf(params) });
      return { resources: userResources(realm, connection, rows, { withGroups: params.whole }), total };
    },
  }),
  resourceAction("POST /scim/users", { body }, (realm, connection, params) =>
    one(realm, connection, String(createUser(realm, connection, wantedUser(params.body)).id)),
  ),
  resourceAction("GET /scim/users/:id", withId, (realm, connection, params) => one(realm, connection, params.id)),
  resourceAction("PUT /scim/users/:id", { ...withId, body }, (realm, connection, params) => {
    const seen = accessSeen(realm, connection, params.id);
    writeUser(realm, connection, seen, wantedUser(params.body, shownName(seen, attributesOf(seen))));
    return one(realm, connection, params.id);
  }),
  resourceAction("PATCH /scim/users/:id", { ...withId, body }, (realm, connection, params) => {
    const seen = accessSeen(realm, connection, params.id);
    const before = patchableUser(seen);
    const after = patched(userAttributes, before, readOperations(params.body));
    writeUser(realm, connection, seen, wantedUser(after, shownName(seen, before)));
    return one(realm, connection, params.id);
  }),
  resourceAction("DELETE /scim/users/:id", withId, (realm, connection, params) => {
    removeUser(realm, connection, accessSeen(realm, connection, params.id).id);
    return { resource: null };
  }),
];
