import type { Realm } from "../../../../realm/realm.ts";
import type { Connection } from "../connections/connections.ts";
import { deleteLinksOf } from "./rows.ts";

/** Lets go of the accounts that a connection manages, when it ends. */
export const releaseUsers = (realm: Realm, { id }: Connection): void =>
  deleteLinksOf.run(realm.sql, { connection: id });
