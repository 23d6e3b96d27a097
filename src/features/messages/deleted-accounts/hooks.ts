import { hook } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";

export interface ErasedAccount {
  readonly user: User;
  readonly former: { readonly name: string };
  readonly deletes_messages: boolean;
}

/**
 * Deletes a batch of an erased user's remaining data. A handler returns true if more is left, and is then called again
 * in a separate change.
 */
export const accountRemainsHook = hook<[erased: ErasedAccount], boolean>("account remains");

/** Runs when nothing remains of an erased user except in other users' texts. */
export const erasureDoneHook = hook<[erased: ErasedAccount]>("erasure done");
