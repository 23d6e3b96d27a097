import { type Feature, feature } from "../../../feature.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { after, hours, inMilliseconds } from "../../../util/time.ts";
import { deleteEmails } from "../../email/delete-emails.ts";
import { removeFilesOf } from "../../files/attachments/attachments.ts";
import { forgetFlags } from "../../messages/core/store/personal-flags.ts";
import { accountRemainsHook, type ErasedAccount, erasureDoneHook } from "../../messages/deleted-accounts/hooks.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { accountErasedHook, userReactivatedHook } from "../../organization/accounts/hooks.ts";
import { erasureEndpoints } from "./endpoints.ts";
import {
  AGAIN_TIMER,
  dropUndoneOrders,
  ERASURE_TIMER,
  eraseDue,
  eraseOneAgain,
  undoOnReactivation,
} from "./erasures.ts";
import { RENAME_MENTIONS_JOB, renameMentions, renameMentionsLater, renameUnsentLater } from "./rename-mentions-job.ts";
import { schema } from "./rows.ts";

/** Returns a function that deletes the rows that features have about a user, by the user's id and email addresses. */
const deletePersonalRows = (features: readonly Feature[]) => {
  const tables = features.flatMap(({ personal = {} }) => Object.entries(personal));
  return (realm: Realm, { id }: User, addresses: readonly string[]): void => {
    for (const [table, columns] of tables) {
      if (columns.user !== undefined)
        realm.sql.exec(`DELETE FROM ${table} WHERE ${columns.user} = CAST(?1 AS INTEGER)`, id);
      const { address } = columns;
      if (address === undefined) continue;
      // A column can contain an address, a space and the origin of a login attempt. LIKE isn't used, because the
      // databases limit patterns to fewer characters than an address can have.
      const of = `lower(${address}) = lower(?1) OR lower(substr(${address}, 1, length(?1) + 1)) = lower(?1) || ' '`;
      for (const each of addresses) realm.sql.exec(`DELETE FROM ${table} WHERE ${of}`, each);
    }
    // Any feature can have cached some of the deleted data.
    realm.forgetAll();
  };
};

const FORGET_EVENTS_TIMER = "erased-events";
/** How long after an erasure clients may still fetch events from before it. */
const EVENTS_STAY_MS = inMilliseconds(hours(1));

/**
 * Erasure of users: ordered by owners, reversible for two weeks, then permanent. It uses the features' lists of tables
 * with personal data.
 */
export const erasureFeature = (features: readonly Feature[]): Feature =>
  feature({
    name: "erasure",
    schema,
    archive: {
      leftOut: {
        erasures: "of the moment",
        erased_users: "the accounts say it themselves; it is for restores of this organization's backups",
      },
      undone: dropUndoneOrders,
    },
    endpoints: erasureEndpoints,
    handlers: [
      on(accountErasedHook, renameUnsentLater),
      on(userReactivatedHook, undoOnReactivation),
      on(accountErasedHook, deletePersonalRows(features)),
      on(accountErasedHook, (realm, { full_name: name }, addresses) => {
        for (const address of addresses) deleteEmails(realm, { name, address });
      }),
      on(accountRemainsHook, (realm, { user }) => forgetFlags(realm, user.id)),
      on(accountRemainsHook, (realm, { user, deletes_messages }) =>
        removeFilesOf(realm, user.id, { linked: deletes_messages }),
      ),
      on(erasureDoneHook, finishErasure),
    ],
    jobs: { [RENAME_MENTIONS_JOB]: renameMentions },
    patientJobs: [RENAME_MENTIONS_JOB],
    timers: {
      [ERASURE_TIMER]: ({ realm }) => eraseDue(realm),
      [AGAIN_TIMER]: ({ realm }, name) => eraseOneAgain(realm, name),
      [FORGET_EVENTS_TIMER]: ({ realm }, name) => forgetEvents(realm, name),
    },
  });

function finishErasure(realm: Realm, erased: ErasedAccount): void {
  // Emails about the user's messages may have been written after their name was removed, but before the messages were.
  if (erased.deletes_messages) deleteEmails(realm, { name: erased.user.full_name });
  renameMentionsLater(realm, erased);
  realm.timers.set(`${FORGET_EVENTS_TIMER}:${realm.lastEventId}`, after(realm.clock.milliseconds(), EVENTS_STAY_MS));
}

/**
 * Deletes the events up to an id, and ends the queues whose clients haven't fetched these yet. Repeats until none are
 * left.
 */
function forgetEvents(realm: Realm, name: string): void {
  const { queues, isAll } = realm.queues.behind(Number(name.slice(FORGET_EVENTS_TIMER.length + 1)));
  for (const queue of queues) realm.endQueue(queue);
  if (isAll) realm.afterCommit(() => realm.queues.sweep());
  else realm.timers.set(name, realm.clock.milliseconds());
}
