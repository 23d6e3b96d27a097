import type { Realm } from "../../../../realm/realm.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { deleteGroupLinksOf } from "./rows.ts";

/** Releases the groups of a connection that ends. Users who manage all groups can then edit them. */
export const releaseGroups = (realm: Realm, { id }: DirectoryConnection): void =>
  deleteGroupLinksOf.run(realm.sql, { connection: id });
