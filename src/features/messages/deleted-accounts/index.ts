import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { deletionOrderedHook, userReactivatedHook } from "../../organization/accounts/hooks.ts";
import { deletionStepsHook } from "../message-deletion/message-deletion.ts";
import { ACCOUNT_DELETION_TIMER, deleteSome, orderDeletion, schema, stopDeletion } from "./deleted-accounts.ts";

/** Deleting the messages and profile of a permanently deactivated account. */
export const accountDeletion = feature({
  name: "account-deletion",
  schema,
  archive: { leftOut: { account_deletions: "of the moment" } },
  handlers: [
    on(deletionOrderedHook, orderDeletion),
    on(userReactivatedHook, stopDeletion),
    on(deletionStepsHook, deleteSome),
  ],
  timers: { [ACCOUNT_DELETION_TIMER]: ({ realm }) => deleteSome(realm) },
});
