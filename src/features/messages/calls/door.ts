import type { Actor } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { RateLimiter } from "../../../util/rate-limiter.ts";
import { MINUTE_MS, type Milliseconds } from "../../../util/time.ts";
import { permits } from "../../organization/realm/realm-settings.ts";
import { actorOf, findUser } from "../../organization/users/users.ts";
import type { Destination } from "../messages/send/destination.ts";
import type { StoredMessage } from "../messages/store/stored-message.ts";
import { findCall } from "./access.ts";
import { openCall, openCallAt, openCalls } from "./calls.ts";
import { insertLink } from "./rows.ts";

/** The wait for somebody to come in by a link: other clients open a browser for it, where people may have to log in first. */
const PATIENCE_SECONDS = 120;
/** Matches what follows a link's beginning: 15 digits, and what Jitsi's clients say about cameras. */
const CALL_ID_AND_OPTIONS = /^([1-9]\d{14})(?:#([^"]{0,200}))?"/;

/** While this server itself writes a call's message. A change that is refused forgets it with all other such values. */
const ownKey = cacheKey<true>("own message of a call");

/** Sends the message of a call that is opened besides. */
export function withoutCallLinks<Result>(realm: Realm, send: () => Result): Result {
  realm.cached(ownKey, () => true as const);
  const result = send();
  realm.forget(ownKey);
  return result;
}

/**
 * Opens the call whose link somebody sends whose client has made the link up, as it does for a server of Jitsi Meet. Where a call
 * is open in the conversation, the link leads to that one. A message is never refused because of its link.
 */
export function openCallByLink(realm: Realm, message: StoredMessage, destination: Destination): void {
  const link = linkIn(realm, message.html);
  if (link === undefined || realm.peek(ownKey) || findCall(realm, link.id) !== undefined) return;
  const sender = starterOf(realm, message);
  if (sender === undefined) return;
  const starter = sender.user_id;
  const open = openCallAt(realm, sender, destination);
  if (open !== undefined) insertLink.run(realm.sql, { id: link.id, call_id: open.id });
  else if (openCalls(realm).length < limits.organization.open_calls && countStart(realm, starter) === 0)
    openCall(realm, { ...link, message: message.id, starter, rings: false, patience: PATIENCE_SECONDS });
}

function linkIn(realm: Realm, html: string): { id: string; video: boolean } | undefined {
  const start = `href="${realm.url}/call/`;
  const at = html.indexOf(start);
  if (at < 0) return undefined;
  const [, id, options = ""] = CALL_ID_AND_OPTIONS.exec(html.slice(at + start.length)) ?? [];
  return id === undefined ? undefined : { id, video: options.includes("startWithVideoMuted=false") };
}

/** The sender of a message, if they may start calls: people may, but not assistants in their name. */
function starterOf(realm: Realm, { sender_id, grant_id }: StoredMessage): Actor | undefined {
  const sender = findUser(realm, sender_id);
  if (!realm.config.calls.isOn || grant_id !== null || sender?.bot_type !== null || sender.is_active === 0)
    return undefined;
  const actor = actorOf(sender);
  return permits(realm, actor, "can_start_calls_group") ? actor : undefined;
}

const starts = new WeakMap<Realm, RateLimiter>();

/** Counts a start of somebody; the milliseconds to wait where they have started too many. */
export function countStart(realm: Realm, user: UserId): Milliseconds {
  const limiter = starts.get(realm) ?? new RateLimiter(realm.clock);
  starts.set(realm, limiter);
  return limiter.take(String(user), { most: limits.account.call_starts_a_minute, perMs: MINUTE_MS }).retryMs;
}
