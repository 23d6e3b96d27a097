import type { UserId } from "../../../../protocol/ids.ts";
import type { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { linkOf } from "./rows.ts";
import { attributesOf } from "./user-resource.ts";
import { roleIn } from "./wanted-user.ts";

/** The role that a directory has said of somebody; undefined where it has said none. */
export const saidRole = (realm: Realm, id: UserId): Role | undefined =>
  roleIn(attributesOf({ id, attributes: linkOf.first(realm.sql, { user: id })?.attributes ?? null }));
