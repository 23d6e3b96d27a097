import type { Realm } from "../../../../realm/realm.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { deleteGroupLinksOf } from "./rows.ts";

/** Lets go of the groups that a connection manages, when it ends. Those who manage all groups can then change them. */
export const releaseGroups = (realm: Realm, { id }: DirectoryConnection): void =>
  deleteGroupLinksOf.run(realm.sql, { connection: id });
