import { hook } from "../../../realm/realm.ts";
import type { User } from "../../organization/users/users.ts";

/** The name and the address that an account had before its person was erased. */
export interface Former {
  readonly name: string;
  readonly address: string;
}

export interface Erased {
  /** The account as it is now. */
  readonly user: User;
  readonly former: Former;
  readonly deletes_messages: boolean;
}

/**
 * Takes away a part of what is left of an erased person, of which there may be very much. A handler says whether there is more:
 * it is then called again, in a change of its own.
 */
export const accountRemainsHook = hook<[erased: Erased], boolean>("account remains");

/** Runs when nothing is left of an erased person but what stands in texts of others. */
export const erasureDoneHook = hook<[erased: Erased]>("erasure done");
