import { isOwner } from "../../../../protocol/actor.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { roleOf, viewerOf } from "../../../organization/accounts/audience.ts";
import { canAccessUser } from "../../../organization/accounts/guest-visibility.ts";
import { seesRealEmail } from "../../../organization/accounts/user-object.ts";
import type { MessageRecipients } from "../store/message-recipients.ts";
import type { StoredMessage } from "../store/stored-message.ts";
import { initialFlags } from "./recipients-of.ts";

interface GroupedMessage {
  readonly row: Pick<StoredMessage, "grant_id">;
  readonly sender: User;
  readonly recipients: MessageRecipients;
  readonly readers: ReadonlySet<UserId>;
}

/** Returns the fields of a message event that differ between recipients. */
export const recipientExtras = (realm: Realm, { row, sender, recipients, readers }: GroupedMessage, user: UserId) => {
  const { grant_id } = row;
  const viewer = viewerOf(realm, user);
  return {
    flags: initialFlags(recipients, user, readers.has(user)),
    sees_email: seesRealEmail(viewer, sender),
    knows_sender: canAccessUser(realm, viewer, sender),
    ...(viewer.outside === true && { hides_address: true }),
    ...(grant_id !== null && (user === sender.id || isOwner(viewer)) ? { sees_grant: true } : {}),
  };
};

/**
 * Returns a message's recipients with an event queue, grouped by their individual event fields. There can be thousands
 * of recipients, and most of them receive the same event.
 */
export function recipientGroups(
  realm: Realm,
  message: GroupedMessage,
): readonly { readonly extra: object; readonly users: ReadonlySet<UserId> }[] {
  const byKey = new Map<number, Set<UserId>>();
  for (const user of recipientsWithQueue(realm, message.recipients)) {
    entryOf(byKey, groupKey(realm, message, user), () => new Set<UserId>()).add(user);
  }
  const classes = new Map<string, { extra: object; users: ReadonlySet<UserId> }>();
  for (const users of byKey.values()) {
    const [one] = users;
    if (one === undefined) continue;
    const extra = recipientExtras(realm, message, one);
    const key = JSON.stringify(extra);
    classes.set(key, { extra, users: classes.get(key)?.users.union(users) ?? users });
  }
  return [...classes.values()];
}

/** Returns the receivers, and bots mentioned without being subscribed, that have an event queue. */
function recipientsWithQueue(realm: Realm, { receivers, mentioned }: MessageRecipients): UserId[] {
  const { queues } = realm;
  const isRecipient = (user: UserId) => receivers.has(user) || mentioned.has(user);
  return queues.userCount < receivers.size
    ? [...queues.users()].filter(isRecipient)
    : [...receivers.union(mentioned)].filter((user) => queues.listens(user));
}

/**
 * Returns a number that is equal for users who get the same event. Each guest and the sender have a separate number,
 * because what they can see of the sender differs.
 */
function groupKey(realm: Realm, { sender, recipients, readers }: GroupedMessage, user: UserId): number {
  const role = roleOf(realm, user);
  if (role === Role.guest || user === sender.id) return -user;
  const { receivers, mentioned, topicWildcardUsers, alerted, muters } = recipients;
  const traits = [receivers, mentioned, topicWildcardUsers, alerted, muters, readers];
  return traits.reduce<number>((sum, trait) => sum * 2 + Number(trait?.has(user) ?? false), role);
}
