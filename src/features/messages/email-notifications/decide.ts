import { type MessageId, toMessageId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, inMilliseconds, milliseconds, seconds } from "../../../util/time.ts";
import { subscribersOf } from "../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { placesBetween } from "../../conversations/message-places.ts";
import { ALL_IDS } from "../../conversations/topics.ts";
import { canSendMail } from "../../email/email.ts";
import { findUser, settingsOfMany, systemBot } from "../../organization/accounts/accounts.ts";
import { mutersOf } from "../../people/muted-users/muted-users.ts";
import { destinationOfPlace, type MentionNotice } from "../core/send/destination.ts";
import { mentionsOf } from "../core/store/mentions.ts";
import { sentTimesOf } from "../core/store/stored-content.ts";
import { isActive, possibleUsers, reasonsOf } from "../push-notifications/reasons.ts";
import type { Undecided } from "./rows.ts";
import * as rows from "./rows.ts";

/** Fires when the first waiting email is due. */
export const DUE_TIMER = "letters-due";

const PERIOD = "email_notifications_batching_period_seconds";
/** How many rows can accumulate beyond the limit before they are deleted. */
const TRIM_MARGIN = 50;

/**
 * Queues a message for emails to users. All of a user's queued messages are due at the same time: after the user's
 * chosen period, counted from the first message.
 */
function letWait(realm: Realm, message: MessageId, users: readonly UserId[]): void {
  if (users.length === 0) return;
  const sent = sentTimesOf(realm, [message]).get(message) ?? realm.seconds();
  const settingsFor = settingsOfMany(realm, users, [PERIOD]);
  rows.insertMissed.run(realm.sql, {
    message,
    sent_at: sent,
    users: JSON.stringify(users.map((user) => [user, Number(isActive(realm, user))])),
  });
  const dueAt = users.map((user) => [user, after(sent, seconds(settingsFor(user)[PERIOD]))]);
  const batches = rows.addToBatches.all(realm.sql, { users: JSON.stringify(dueAt) });
  for (const { user_id: user, messages } of batches) {
    const keep = limits.account.missed_messages;
    if (messages <= keep + TRIM_MARGIN) continue;
    rows.deleteOldestMissed.run(realm.sql, { user, keep });
    rows.setMessages.run(realm.sql, { user, messages: keep });
  }
  const first = Math.min(...batches.map(({ due_at }) => due_at));
  realm.timers.setSooner(DUE_TIMER, inMilliseconds(seconds(first)));
}

/** Fires soon after new messages, to determine who may get emails about them. */
export const DECIDE_TIMER = "letters-decide";

/**
 * How long messages are collected, so that a burst of them costs one run. Short enough that the object is still in
 * memory afterwards.
 */
const COLLECTED_FOR = milliseconds(5000);
/** Maximum messages, and approximate maximum users, checked in one change. */
const MAX_MESSAGES = 200;
const MAX_USERS = 2000;

const hasUndecidedKey = cacheKey<boolean>("undecided letters");

/**
 * Records a new message. The users it may concern are determined later, so that a message to many users takes no longer
 * to send. Edits are handled at once, because the users mentioned by the old text are only known now.
 */
export function noteMessage(realm: Realm, notice: MentionNotice): void {
  if (!canSendMail(realm)) return;
  if (notice.before !== null) {
    letWait(realm, notice.message, usersWantingEmails(realm, notice, concerned(realm, notice)));
    return;
  }
  if (realm.cached(hasUndecidedKey, () => rows.selectUndecided.first(realm.sql, {}) !== undefined)) return;
  rows.insertUndecided.run(realm.sql, { message: notice.message });
  realm.forget(hasUndecidedKey);
  realm.timers.setSooner(DECIDE_TIMER, after(realm.clock.milliseconds(), COLLECTED_FOR));
}

/** Determines who may get emails about new messages. Continues with the rest at once, but in another change. */
export function decideEmails(realm: Realm): void {
  const undecided = rows.selectUndecided.first(realm.sql, {});
  if (undecided === undefined) return;
  const next = decideSome(realm, undecided);
  if (next === undefined) {
    rows.deleteUndecided.run(realm.sql, {});
    realm.forget(hasUndecidedKey);
  } else {
    rows.setUndecided.run(realm.sql, next);
    realm.timers.set(DECIDE_TIMER, realm.clock.milliseconds());
  }
}

/** Handles as many messages and users as one change allows. Returns where to continue, or undefined at the end. */
function decideSome(realm: Realm, { first_message, after_user }: Undecided): Undecided | undefined {
  let users = 0;
  let done = after_user;
  const places = placesBetween(realm, [first_message, ALL_IDS[1]], MAX_MESSAGES);
  for (const place of places) {
    const notice = noticeOf(realm, place);
    const all = concerned(realm, notice).filter((user) => user > done);
    const some = all.slice(0, MAX_USERS);
    letWait(realm, place.id, usersWantingEmails(realm, notice, some));
    users += some.length;
    const last = some.at(-1);
    if (last !== undefined && some.length < all.length) return { first_message: place.id, after_user: last };
    done = toUserId(0);
    if (users >= MAX_USERS) return { first_message: toMessageId(place.id + 1), after_user: done };
  }
  const newest = places.at(-1)?.id ?? 0;
  return places.length < MAX_MESSAGES ? undefined : { first_message: toMessageId(newest + 1), after_user: done };
}

type Notice = Pick<MentionNotice, "sender" | "destination" | "before"> & {
  readonly recipients: Omit<MentionNotice["recipients"], "alerted">;
};

function noticeOf(realm: Realm, place: MessageIndexRow): Notice {
  const { id, sender_id: sender } = place;
  const destination = destinationOfPlace(realm, place);
  const receivers =
    destination.kind === "channel" ? subscribersOf(realm, destination.channel.id) : new Set(destination.members);
  const recipients = { ...mentionsOf(realm, id), receivers, muters: mutersOf(realm, sender) };
  return { sender, destination, recipients, before: null };
}

/** Returns the users who may have a reason to be emailed, sorted by id. Welcome messages to new users don't count. */
function concerned(realm: Realm, notice: Notice): UserId[] {
  const { sender, recipients } = notice;
  if (notice.destination.kind === "direct" && sender === systemBot(realm, "welcome-bot").id) return [];
  const { receivers, muters } = recipients;
  return [...(possibleUsers(realm, notice, "email") ?? receivers)]
    .filter((user) => receivers.has(user) && user !== sender && !muters.has(user))
    .sort((a, b) => a - b);
}

/** Returns the given users who are active, not bots, and want emails about a message. */
function usersWantingEmails(realm: Realm, notice: Notice, users: readonly UserId[]): UserId[] {
  const people = users.filter((id) => {
    const user = findUser(realm, id);
    return user?.is_active === 1 && user.bot_type === null;
  });
  if (people.length === 0) return [];
  const reasonFor = reasonsOf(realm, notice, people, "email");
  return people.filter((user) => reasonFor(user) !== undefined);
}
