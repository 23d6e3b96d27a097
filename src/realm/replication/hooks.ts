import { hook } from "../realm.ts";
import type { DatabaseSize } from "./database-room.ts";

/** Runs once when a database starts to fill up. */
export const databaseFillingHook = hook<[size: DatabaseSize]>("database filling");

/** Runs once when a database has room again after it was reported as filling up. */
export const databaseRoomyHook = hook<[]>("database roomy");

/** Runs once when D1 permanently refuses rows of the organization, which were therefore set aside. */
export const rowsRefusedHook = hook<[rows: number]>("rows refused");

/** Runs when the organization turns out to have been restored to an earlier state. */
export const putBackHook = hook<[]>("put back");
