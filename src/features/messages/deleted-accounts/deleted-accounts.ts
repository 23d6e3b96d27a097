import * as v from "valibot";
import { type NoParams, statement } from "../../../database/statement.ts";
import { stored } from "../../../database/stored.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { type MessageIndexRow, newestMessageId } from "../../conversations/conversations.ts";
import { sentPlacesBetween } from "../../conversations/message-places.ts";
import { deleteProfile, eraseAccount } from "../../organization/account-actions/delete-profile.ts";
import { findUser, findUserByRealEmail, type User } from "../../organization/accounts/accounts.ts";
import type { DeletionActions } from "../../organization/accounts/hooks.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { type ErasedIdentity, earlierAddresses, erasePerson } from "../../trust/audit-log/erasure.ts";
import { deleteMessages } from "../message-deletion/message-deletion.ts";
import { withoutLostTexts } from "../message-deletion/needed-texts.ts";
import {
  deletableAtOnce,
  MAX_AT_ONCE,
  MAX_SEARCHED,
  STEP_INTERVAL_MS,
  waitBeforeDeleting,
} from "../message-deletion/steps.ts";
import { accountRemainsHook, erasureDoneHook } from "./hooks.ts";

interface DeletionRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly public_channels: number;
  readonly private_channels: number;
  readonly directs: number;
  readonly profile: number;
  /** Highest message id that has been checked. */
  readonly gone: number;
  /** Newest message when the deletion was requested. */
  readonly last: number;
  /** Last audit log entry that the user has been removed from. */
  readonly audit_gone: number;
  /**
   * JSON: former name and email addresses of an erased user, and whether their messages are deleted, too. Null
   * otherwise.
   */
  readonly former: string | null;
  /** JSON: email addresses of a user whose profile is deleted. Null in rows of earlier versions, too. */
  readonly addresses: string | null;
}

export const schema = [
  `-- Accounts with deletions in progress, in the order in which they are processed.
   CREATE TABLE account_deletions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL UNIQUE,
     public_channels INTEGER NOT NULL,
     private_channels INTEGER NOT NULL,
     directs INTEGER NOT NULL,
     profile INTEGER NOT NULL,
     gone INTEGER NOT NULL,
     last INTEGER NOT NULL
   ) STRICT;`,
  "ALTER TABLE account_deletions ADD COLUMN audit_gone INTEGER NOT NULL DEFAULT 0;",
  "ALTER TABLE account_deletions ADD COLUMN former TEXT;",
  "ALTER TABLE account_deletions ADD COLUMN addresses TEXT;",
];

/** Inserts a deletion. If one is in progress for the same account, it restarts and includes the new request. */
const insertDeletion = statement<{
  user: number;
  public_channels: boolean;
  private_channels: boolean;
  directs: boolean;
  profile: boolean;
  former: string | null;
  addresses: string | null;
  last: number;
}>(
  `INSERT INTO account_deletions (user_id, public_channels, private_channels, directs, profile, former, addresses, gone,
     last)
   VALUES (:user, :public_channels, :private_channels, :directs, :profile, :former, :addresses, 0, :last)
   ON CONFLICT (user_id) DO UPDATE SET public_channels = max(public_channels, excluded.public_channels),
     private_channels = max(private_channels, excluded.private_channels), directs = max(directs, excluded.directs),
     profile = max(profile, excluded.profile), former = coalesce(former, excluded.former),
     addresses = coalesce(addresses, excluded.addresses), gone = 0, audit_gone = 0, last = excluded.last`,
);
const nextDeletion = statement<NoParams, DeletionRow>(
  `SELECT id, user_id, public_channels, private_channels, directs, profile, gone, last, audit_gone, former,
     addresses
   FROM account_deletions
   ORDER BY id LIMIT 1`,
);
const setGone = statement<{ id: number; gone: number }>("UPDATE account_deletions SET gone = :gone WHERE id = :id");
const setAuditGone = statement<{ id: number; gone: number }>(
  "UPDATE account_deletions SET audit_gone = :gone WHERE id = :id",
);
const endDeletion = statement<{ user: number }>("DELETE FROM account_deletions WHERE user_id = :user");

export const ACCOUNT_DELETION_TIMER = "account-deletion";

const KINDS = ["public_channel_messages", "private_channel_messages", "direct_messages"] as const;

/** Records which data of deactivated accounts to delete. A timer deletes the data, one account at a time. */
export function orderDeletion(realm: Realm, accounts: readonly User[], actions: DeletionActions): void {
  const what = KINDS.filter((kind) => actions[`delete_${kind}`]);
  for (const account of accounts) {
    // A separate audit log entry, because deleting the profile also removes the details of other entries about the
    // account.
    if (what.length > 0)
      audit(realm, "user.messages_deleted", { of: accountEntity(account), details: { what: [...what] } });
    addDeletion(realm, {
      user: account.id,
      public_channels: actions.delete_public_channel_messages,
      private_channels: actions.delete_private_channel_messages,
      directs: actions.delete_direct_messages,
      profile: actions.delete_profile,
      former: null,
      addresses: actions.delete_profile ? JSON.stringify(addressesOf(realm, account)) : null,
    });
  }
}

/**
 * Erases deactivated users or bots. Personal data is deleted at once. Their messages, if requested, and the rest of the
 * data about them are deleted in steps.
 */
export function erasePeople(
  realm: Realm,
  accounts: readonly User[],
  wish: { readonly deletes_messages: boolean },
): void {
  for (const account of accounts) {
    const addresses = addressesOf(realm, account);
    eraseAccount(realm, account, addresses, wish);
    const messages = wish.deletes_messages;
    addDeletion(realm, {
      user: account.id,
      public_channels: messages,
      private_channels: messages,
      directs: messages,
      profile: false,
      former: JSON.stringify({
        ...{ name: account.full_name, address: account.delivery_email, addresses },
        deletes_messages: messages,
      } satisfies StoredFormer),
      addresses: null,
    });
  }
}

/** Returns an account's email address and its earlier ones, except those that other accounts have now. */
const addressesOf = (realm: Realm, { id, delivery_email }: User): string[] => [
  delivery_email,
  ...earlierAddresses(realm, id).filter((address) => findUserByRealEmail(realm, address) === undefined),
];

function addDeletion(realm: Realm, deletion: Omit<Parameters<typeof insertDeletion.run>[1], "last">): void {
  insertDeletion.run(realm.sql, { ...deletion, last: newestMessageId(realm) });
  realm.timers.setSooner(ACCOUNT_DELETION_TIMER, realm.clock.milliseconds());
}

/** Stops the deletion of a reactivated account. Everything that still exists is kept. */
export const stopDeletion = (realm: Realm, { id: user }: User): void => endDeletion.run(realm.sql, { user });

/**
 * Timer handler: runs one step of the first deletion, and sets the timer for the next. Each step is a separate change
 * that records its progress, so that a crash loses nothing.
 */
export function deleteSome(realm: Realm): void {
  const deletion = nextDeletion.first(realm.sql, {});
  if (deletion === undefined) return;
  const wait = waitBeforeDeleting(realm);
  if (wait === null) {
    if (deletion.gone < deletion.last) deleteMessagesOf(realm, deletion);
    else finishDeletion(realm, deletion);
  }
  realm.timers.set(ACCOUNT_DELETION_TIMER, after(realm.clock.milliseconds(), wait ?? STEP_INTERVAL_MS));
}

function deleteMessagesOf(realm: Realm, deletion: DeletionRow): void {
  const { id, user_id, gone } = deletion;
  const last = Math.min(deletion.last, gone + MAX_SEARCHED);
  const isWanted = wantedBy(realm, deletion);
  const found = isWanted === null ? [] : sentPlacesBetween(realm, user_id, [gone + 1, last], MAX_AT_ONCE);
  const wanted = withoutLostTexts(
    realm,
    found.filter((place) => isWanted?.(place)),
  );
  const places = deletableAtOnce(realm, wanted, ({ topic_id, conversation_id }) => topic_id ?? -conversation_id);
  for (const some of Map.groupBy(places, ({ conversation_id }) => conversation_id).values())
    deleteMessages(realm, some);
  // If only the profile is deleted, there are no messages to search for.
  if (isWanted === null) setGone.run(realm.sql, { id, gone: deletion.last });
  else if (places.length < wanted.length) setGone.run(realm.sql, { id, gone: places.at(-1)?.id ?? gone });
  else setGone.run(realm.sql, { id, gone: (found.length < MAX_AT_ONCE ? undefined : found.at(-1)?.id) ?? last });
}

/** Returns a predicate for messages of the kinds to delete, or null if there are none. */
function wantedBy(realm: Realm, deletion: DeletionRow): ((place: MessageIndexRow) => boolean) | null {
  const [open, closed, directs] = [deletion.public_channels, deletion.private_channels, deletion.directs].map(Boolean);
  if (!open && !closed && !directs) return null;
  const { byConversation } = channelIndex(realm);
  return ({ conversation_id, topic_id }) => {
    if (topic_id === null) return directs === true;
    const isPrivate = byConversation.get(conversation_id)?.invite_only === 1;
    return (isPrivate ? closed : open) === true;
  };
}

/**
 * Removes the user from the audit log, if requested, and then deletes the profile, or the remains of an erased user.
 */
function finishDeletion(realm: Realm, deletion: DeletionRow): void {
  const { id, user_id, profile, audit_gone, directs } = deletion;
  const former = deletion.former === null ? null : readFormer(deletion.former, user_id);
  const user = findUser(realm, user_id);
  // The account no longer exists if it was imported and the import has been undone.
  if (user !== undefined && (profile === 1 || former !== null)) {
    const gone = erasePerson(realm, { id: user_id, ...knownBy(user, deletion, former) }, audit_gone);
    if (gone !== null) {
      setAuditGone.run(realm.sql, { id, gone });
      return;
    }
    if (former === null) deleteProfile(realm, user);
    else {
      // An earlier request may have included direct messages.
      const about = { user, former, deletes_messages: former.deletes_messages ?? directs === 1 };
      if (realm.collect(accountRemainsHook, about).some(Boolean)) return;
      realm.run(erasureDoneHook, about);
    }
  }
  endDeletion.run(realm.sql, { user: user_id });
}

const formerSchema = v.object({
  name: v.string(),
  address: v.string(),
  addresses: v.optional(v.array(v.string())),
  deletes_messages: v.optional(v.boolean()),
});
type StoredFormer = v.InferOutput<typeof formerSchema>;

const readFormer = stored<v.GenericSchema<unknown, StoredFormer>>("account_deletions.former", formerSchema, () => ({
  name: "",
  address: "",
}));

const readAddresses = stored("account_deletions.addresses", v.nullable(v.array(v.string())), () => null);

/** Returns what may identify a user in the audit log. Excludes the names that deleted profiles get. */
function knownBy(
  user: User,
  { user_id, addresses: text }: DeletionRow,
  former: StoredFormer | null,
): Pick<ErasedIdentity, "addresses" | "name"> {
  const name = former?.name ?? user.full_name;
  const all = former ? former.addresses : text === null ? undefined : readAddresses(text, user_id);
  const addresses = all ?? [former?.address ?? user.delivery_email];
  const isNameless = former === null && user.is_deleted === 1;
  return { addresses, name: isNameless || /^Deleted user( \d+)?$/.test(name) ? null : name };
}
