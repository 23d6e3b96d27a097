import type { Realm } from "../../../realm/realm.ts";
import { after } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/public.ts";
import { type MessageIndexRow, newestMessageId, sentPlacesBetween } from "../../conversations/public.ts";
import { deleteProfile } from "../../organization/users/actions/public.ts";
import { accessUser, type DeletionActions, type User } from "../../organization/users/public.ts";
import { erasePerson } from "../../trust/audit-log/public.ts";
import {
  deletableAtOnce,
  deleteMessages,
  MOST_AT_ONCE,
  MOST_SEARCHED,
  PAUSE_MS,
  waitBeforeDeleting,
} from "../deletion/public.ts";
import { type DeletionRow, endDeletion, insertDeletion, nextDeletion, setAuditGone, setGone } from "./rows.ts";

export const ACCOUNT_DELETION_TIMER = "account-deletion";

/** Notes what is to be deleted of deactivated accounts. The timer does it, one account after the other. */
export function orderDeletion(realm: Realm, accounts: readonly User[], actions: DeletionActions): void {
  const last = newestMessageId(realm);
  for (const { id: user } of accounts) {
    insertDeletion.run(realm.sql, {
      user,
      public_channels: actions.delete_public_channel_messages,
      private_channels: actions.delete_private_channel_messages,
      directs: actions.delete_direct_messages,
      profile: actions.delete_profile,
      last,
    });
  }
  realm.timers.setSooner(ACCOUNT_DELETION_TIMER, realm.clock.milliseconds());
}

/** Ends a deletion whose account is active again: what is there by then, stays. */
export const stopDeletion = (realm: Realm, { id: user }: User): void => endDeletion.run(realm.sql, { user });

/**
 * The timer's work: one step of the first deletion, and the timer for the next. Each step is a change of its own that says
 * how far it has come, so that a crash loses nothing.
 */
export function deleteSome(realm: Realm): void {
  const deletion = nextDeletion.first(realm.sql, {});
  if (deletion === undefined) return;
  const wait = waitBeforeDeleting(realm);
  if (wait === null) {
    if (deletion.gone < deletion.last) deleteMessagesOf(realm, deletion);
    else finish(realm, deletion);
  }
  realm.timers.set(ACCOUNT_DELETION_TIMER, after(realm.clock.milliseconds(), wait ?? PAUSE_MS));
}

function deleteMessagesOf(realm: Realm, deletion: DeletionRow): void {
  const { id, user_id, gone } = deletion;
  const last = Math.min(deletion.last, gone + MOST_SEARCHED);
  const isWanted = wantedBy(realm, deletion);
  const found = isWanted === null ? [] : sentPlacesBetween(realm, user_id, [gone + 1, last], MOST_AT_ONCE);
  const wanted = found.filter((place) => isWanted?.(place));
  const places = deletableAtOnce(realm, wanted, ({ topic_id, conversation_id }) => topic_id ?? -conversation_id);
  for (const some of Map.groupBy(places, ({ conversation_id }) => conversation_id).values())
    deleteMessages(realm, some);
  // A deletion of the profile alone looks for no messages.
  if (isWanted === null) setGone.run(realm.sql, { id, gone: deletion.last });
  else if (places.length < wanted.length) setGone.run(realm.sql, { id, gone: places.at(-1)?.id ?? gone });
  else setGone.run(realm.sql, { id, gone: (found.length < MOST_AT_ONCE ? undefined : found.at(-1)?.id) ?? last });
}

/** Whether a message is of a kind that is deleted; null where none is. */
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

/** Deletes the profile, where that is asked for, after the last of what the audit log knows of the person. */
function finish(realm: Realm, { id, user_id, profile, audit_gone }: DeletionRow): void {
  if (profile === 1) {
    const user = accessUser(realm, null, user_id);
    const words = user.is_deleted === 1 ? [user.delivery_email] : [user.delivery_email, user.full_name];
    const gone = erasePerson(realm, { id: user_id, words }, audit_gone);
    if (gone !== null) {
      setAuditGone.run(realm.sql, { id, gone });
      return;
    }
    deleteProfile(realm, user);
  }
  endDeletion.run(realm.sql, { user: user_id });
}
