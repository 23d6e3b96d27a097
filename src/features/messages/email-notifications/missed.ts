import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { clientTimings } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, type Seconds, seconds } from "../../../util/time.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { presenceOf } from "../../people/presence/presence.ts";
import { unreadAmong } from "../core/read-state/read-state-store.ts";
import { destinationOfPlace } from "../core/send/destination.ts";
import { readerOf } from "../core/store/access.ts";
import { mentionsFor } from "../core/store/mentions.ts";
import { isActive, MESSAGE_REASONS, type Reason, reasonsOf } from "../push-notifications/reasons.ts";
import { missedOf } from "./rows.ts";

/** A user's missed messages of one direct conversation or channel topic. */
export interface MissedConversation {
  /** Strongest reason to send an email about its messages. */
  readonly reason: Reason;
  /** At least one, oldest first. */
  readonly places: readonly [MessageIndexRow, ...MessageIndexRow[]];
}

export type Missed =
  | { readonly kind: "nothing" }
  /** Too early, because the user may be reading the messages right now. */
  | { readonly kind: "too early"; readonly until: Seconds }
  | { readonly kind: "missed"; readonly user: User; readonly conversations: readonly MissedConversation[] };

const NOTHING: Missed = { kind: "nothing" };

/**
 * Returns a user's missed messages among those waiting for emails, as of now. The user can read them, hasn't read them,
 * and still wants emails about them.
 */
export function missedBy(realm: Realm, id: UserId): Missed {
  const user = findUser(realm, id);
  if (user?.is_active !== 1 || user.bot_type !== null || isDeactivated(realm)) return NOTHING;
  const places = unreadOf(realm, id, notSeenComing(realm, id));
  const conversations = conversationsOf(realm, id, places);
  if (conversations.length === 0) return NOTHING;
  // A user who is currently active sees that there is something to read.
  if (isActive(realm, id)) {
    const threshold = seconds(clientTimings.server_presence_offline_threshold_seconds);
    return { kind: "too early", until: after(presenceOf(realm, id)?.active ?? realm.seconds(), threshold) };
  }
  return { kind: "missed", user, conversations };
}

/** Returns the waiting messages, except those sent while the user was active, if the user was also active later. */
function notSeenComing(realm: Realm, user: UserId): MessageId[] {
  const active = presenceOf(realm, user)?.active ?? 0;
  const rows = missedOf.all(realm.sql, { user });
  return rows.flatMap((row) => (row.was_active === 1 && row.sent_at < active ? [] : [row.message_id]));
}

function unreadOf(realm: Realm, user: UserId, ids: readonly MessageId[]): MessageIndexRow[] {
  const readable = placesOfMessages(realm, ids).filter(readerOf(realm, viewerOf(realm, user)));
  const unread = new Set(
    [...Map.groupBy(readable, (place) => place.conversation_id)].flatMap(([conversation, places]) =>
      unreadAmong(realm, user, conversation, places),
    ),
  );
  return readable.filter(({ id }) => unread.has(id));
}

function conversationsOf(realm: Realm, user: UserId, places: readonly MessageIndexRow[]): MissedConversation[] {
  const mentions = mentionsFor(
    realm,
    user,
    places.map(({ id }) => id),
  );
  const self = new Set([user]);
  const nobody: ReadonlySet<UserId> = new Set();
  const found = [...Map.groupBy(places, conversationKey).values()].flatMap((some): MissedConversation[] => {
    const [one] = some;
    if (one === undefined) return [];
    const destination = destinationOfPlace(realm, one);
    const reasonFor = (named: boolean, byWildcard: boolean) => {
      const topicWildcardUsers = byWildcard ? self : null;
      const recipients = { mentioned: named ? self : nobody, channelWildcard: false, topicWildcardUsers };
      return reasonsOf(realm, { destination, recipients, before: null }, [user], "email")(user);
    };
    // Most messages of a conversation mention no one, so compute the reason once for each kind.
    const known = new Map<string, Reason | undefined>();
    const reasons = some.map(({ id }) => {
      const [named, byWildcard] = [mentions.named.has(id), mentions.byWildcard.has(id)];
      const key = `${named} ${byWildcard}`;
      if (!known.has(key)) known.set(key, reasonFor(named, byWildcard));
      return known.get(key);
    });
    const [first, ...more] = some.filter((_, index) => reasons[index] !== undefined);
    const reason = MESSAGE_REASONS.find((each) => reasons.includes(each));
    return first === undefined || reason === undefined ? [] : [{ reason, places: [first, ...more] }];
  });
  return found.sort((a, b) => strength(a) - strength(b) || a.places[0].id - b.places[0].id);
}

const strength = ({ reason }: MissedConversation) => MESSAGE_REASONS.indexOf(reason);

const conversationKey = ({ conversation_id, topic_id }: MessageIndexRow) => `${conversation_id}:${topic_id}`;
