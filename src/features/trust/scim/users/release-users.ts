import type { Realm } from "../../../../realm/realm.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { deleteLinksOf } from "./rows.ts";

export const releaseUsers = (realm: Realm, { id }: DirectoryConnection): void =>
  deleteLinksOf.run(realm.sql, { connection: id });
