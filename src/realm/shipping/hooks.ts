import { hook } from "../realm.ts";
import type { DatabaseSize } from "./database-room.ts";

/** Run once when the organization's database begins to fill up. */
export const databaseFillingHook = hook<[size: DatabaseSize]>("database filling");

/** Run once when a database that people were told of has room again. */
export const databaseRoomyHook = hook<[]>("database roomy");

/** Run once when D1 refuses rows of the organization for good, which were set aside, with their number. */
export const rowsRefusedHook = hook<[rows: number]>("rows refused");

/** Run when the organization turns out to have been put back to an earlier state. */
export const putBackHook = hook<[]>("put back");
