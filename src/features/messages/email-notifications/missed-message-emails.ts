import type { MessageId, UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import {
  after,
  HOUR,
  inMilliseconds,
  MINUTE,
  type Milliseconds,
  milliseconds,
  type Seconds,
  seconds,
} from "../../../util/time.ts";
import { isMailCongested } from "../../email/email.ts";
import { DUE_TIMER } from "./decide.ts";
import { type Missed, missedBy } from "./missed.ts";
import { mayShowContent, placesToShow, writeEmail, writeHiddenEmail } from "./notification-email.ts";
import { deleteBatch, deleteMissed, emailsWritten, firstDue, nextDue, putEmailsWritten, setDue } from "./rows.ts";

export const LETTERS_JOB = "letters";

/** Maximum users and duration of a run, which the organization's other jobs wait for. */
const MAX_USERS = 100;
const MAX_MS = milliseconds(10_000);
/** Consecutive users without anything to email before other work gets a turn. */
const MAX_SETTLED = 200;
const CONGESTION_PAUSE = MINUTE;
/**
 * How long to wait before retrying a user whose texts couldn't be loaded. Others receive their emails in the meantime.
 */
const RETRY_PAUSE = seconds(10 * MINUTE);

/** Job: sends due emails. Loads old messages it needs from D1 first. */
export async function sendMissedMessageEmails({ realm }: { realm: Realm }): Promise<void> {
  const endsAt = after(realm.clock.milliseconds(), MAX_MS);
  for (let count = 0; count < MAX_USERS && realm.clock.milliseconds() < endsAt; count += 1) {
    if (isMailCongested(realm)) break;
    const next = realm.change(() => nextToWriteTo(realm));
    if (next === undefined) break;
    const loaded = await realm.loadMessages(next.messages).catch((error) => {
      // Postpones only this user, because the texts for other users may still load.
      realm.change(() => setDue.run(realm.sql, { user: next.user, due_at: after(realm.seconds(), RETRY_PAUSE) }));
      throw error;
    });
    try {
      // The email omits messages that the user has read or lost access to since loading started.
      realm.change(() => settleMissed(realm, next.user, missedBy(realm, next.user)));
    } finally {
      loaded.release();
    }
  }
  realm.change(() => setTimer(realm));
}

function setTimer(realm: Realm): void {
  const { due_at } = nextDue.one(realm.sql, {});
  if (due_at === null) return;
  const soonest = isMailCongested(realm) ? after(realm.seconds(), CONGESTION_PAUSE) : realm.seconds();
  const at: Milliseconds = inMilliseconds(due_at > soonest ? due_at : soonest);
  realm.timers.set(DUE_TIMER, at);
}

/**
 * Returns the next user to email, and the messages whose texts the email needs. Calls `settleMissed` for preceding
 * users, who get no email now.
 */
function nextToWriteTo(realm: Realm): { readonly user: UserId; readonly messages: readonly MessageId[] } | undefined {
  for (let count = 0; count < MAX_SETTLED; count += 1) {
    const user = firstDue.first(realm.sql, { now: realm.seconds() })?.user_id;
    if (user === undefined) return undefined;
    const missed = missedBy(realm, user);
    if (missed.kind === "missed" && allowance(realm, user).left > 0) {
      const places = missed.conversations.flatMap((conversation) => placesToShow(realm, missed.user, conversation));
      return { user, messages: places.map(({ id }) => id) };
    }
    settleMissed(realm, user, missed);
  }
  return undefined;
}

function settleMissed(realm: Realm, user: UserId, missed: Missed): void {
  if (missed.kind === "missed") write(realm, missed);
  else if (missed.kind === "too early") setDue.run(realm.sql, { user, due_at: missed.until });
  else deletePending(realm, user);
}

/** Sends the emails in the same change that determined they are still wanted. */
function write(realm: Realm, { user, conversations }: Extract<Missed, { kind: "missed" }>): void {
  const { left, since } = allowance(realm, user.id);
  if (left === 0) {
    setDue.run(realm.sql, { user: user.id, due_at: after(since, HOUR) });
    return;
  }
  const told = mayShowContent(realm, user) ? conversations.slice(0, left) : [];
  for (const [index, conversation] of told.entries()) {
    const others = index === told.length - 1 ? conversations.length - told.length : 0;
    writeEmail(realm, user, { conversation, others });
  }
  if (told.length === 0) writeHiddenEmail(realm, user, conversations);
  const letters = limits.account.letters_an_hour - left + Math.max(1, told.length);
  putEmailsWritten.run(realm.sql, { user: user.id, since, letters });
  deletePending(realm, user.id);
}

function deletePending(realm: Realm, user: UserId): void {
  deleteMissed.run(realm.sql, { user });
  deleteBatch.run(realm.sql, { user });
}

/** Returns how many more emails a user can get in the hour that started at `since`. */
function allowance(realm: Realm, user: UserId): { readonly left: number; readonly since: Seconds } {
  const written = emailsWritten.first(realm.sql, { user });
  if (written === undefined || after(written.since, HOUR) <= realm.seconds()) {
    return { left: limits.account.letters_an_hour, since: realm.seconds() };
  }
  return { left: Math.max(0, limits.account.letters_an_hour - written.letters), since: written.since };
}
