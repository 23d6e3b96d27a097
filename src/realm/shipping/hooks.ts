import { hook } from "../realm.ts";
import type { DatabaseSize } from "./database-room.ts";

/** Run once when the organization's database begins to fill up. */
export const databaseFillingHook = hook<[size: DatabaseSize]>("database filling");
