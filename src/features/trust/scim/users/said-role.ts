import type { UserId } from "../../../../protocol/ids.ts";
import type { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { linkOfUser } from "./rows.ts";
import { attributesOf } from "./user-resource.ts";
import { roleIn } from "./wanted-user.ts";

/** The role a directory assigned to a user, or undefined if it assigned none. */
export const saidRole = (realm: Realm, id: UserId): Role | undefined =>
  roleIn(attributesOf({ id, attributes: linkOfUser.first(realm.sql, { user: id })?.attributes ?? null }));
