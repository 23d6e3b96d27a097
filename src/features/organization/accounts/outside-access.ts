import * as v from "valibot";
import { badRequest } from "../../../protocol/errors.ts";
import type { ChannelId, TopicId, UserId } from "../../../protocol/ids.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import { fullNameSchema } from "./full-name.ts";

/** What someone who joined through an outside link can see of the organization: one channel, or one topic in it. */
export interface OutsideAccess {
  readonly link: number;
  /** Null once the link has ended: the account then sees nothing, even if it is reactivated. */
  readonly channel: ChannelId | null;
  readonly topic: TopicId | null;
  /** The id of the first message that the link gives access to. */
  readonly from: number;
  readonly inviter: UserId;
  readonly expires_at: Seconds;
  readonly can_post: boolean;
  readonly can_upload: boolean;
  readonly can_call: boolean;
}

/**
 * Returns everyone who joined through an outside link, with what they can access. No other permission gives them more.
 */
export const outsidePeopleHook = hook<[], ReadonlyMap<UserId, OutsideAccess>>("outside people");

/**
 * Returns the users visible to someone who joined through an outside link: the authors of the messages they can see,
 * and the inviter.
 */
export const seenFromOutsideHook = hook<[access: OutsideAccess], ReadonlySet<UserId>>("seen from outside");

export interface ChannelTopic {
  readonly channel: ChannelId;
  readonly topic: string;
}

/** Whether any outside link gives access to the first topic but not to the second. */
export const opensOnlyHook = hook<[here: ChannelTopic, there: ChannelTopic], boolean>("opens only");

export const opensOnly = (realm: Realm, here: ChannelTopic, there: ChannelTopic): boolean =>
  realm.collect(opensOnlyHook, here, there).includes(true);

const NOBODY: ReadonlyMap<UserId, OutsideAccess> = new Map();

export const outsidePeople = (realm: Realm): ReadonlyMap<UserId, OutsideAccess> =>
  realm.collect(outsidePeopleHook)[0] ?? NOBODY;

/** Returns what an outside link limits an account to, or undefined if no link limits it. */
export const outsideAccessOf = (realm: Realm, user: UserId | undefined): OutsideAccess | undefined =>
  user === undefined ? undefined : outsidePeople(realm).get(user);

export const seenFromOutside = (realm: Realm, access: OutsideAccess): ReadonlySet<UserId> =>
  access.channel === null ? new Set([access.inviter]) : (realm.collect(seenFromOutsideHook, access)[0] ?? new Set());

/** Returns the only topic that an account can see, or null if it isn't limited to one. */
export const onlyTopicOf = (realm: Realm, user: UserId | undefined): TopicId | null =>
  outsideAccessOf(realm, user)?.topic ?? null;

/** Throws if an outside link limits the user to another topic. `topic` is undefined for one that doesn't exist yet. */
export function checkTopicOpen(realm: Realm, user: UserId, topic: TopicId | undefined): void {
  const only = onlyTopicOf(realm, user);
  if (only !== null && only !== topic) throw badRequest("Your link opens only one topic.");
}

/**
 * Returns a test for whether an account is visible to `user`, or undefined if `user` didn't join through an outside
 * link.
 */
export function seenFromOutsideBy(realm: Realm, user: UserId | undefined): ((other: number) => boolean) | undefined {
  const access = outsideAccessOf(realm, user);
  if (access === undefined) return undefined;
  const seen: ReadonlySet<number> = seenFromOutside(realm, access);
  return (other) => other === user || seen.has(other);
}

/** Suffix of the names of people who joined through an outside link, so that every client shows that they did. */
const MARK = " (outside)";
const MAX_NAME = 60;

export const unmarkedName = (name: string): string => (name.endsWith(MARK) ? name.slice(0, -MARK.length) : name);

const outsideNameSchema = v.pipe(
  v.string(),
  v.transform(unmarkedName),
  fullNameSchema,
  v.check((name) => [...name].length <= MAX_NAME, "Name too long!"),
  // Nothing may hide the suffix: no characters that change the text direction, break the line or look like wide space.
  v.check(
    (name) => !/[()\p{Bidi_Control}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\s{2}/u.test(name),
    "Invalid characters in name!",
  ),
);

/** Adds the suffix to a name. Throws if the name could hide it. */
export function markedName(name: string): string {
  const result = v.safeParse(outsideNameSchema, name);
  if (!result.success) throw badRequest(result.issues[0].message);
  return `${result.output}${MARK}`;
}

/** Returns an account's new name, with the suffix if the user joined through an outside link. */
export const nameFor = (realm: Realm, user: UserId, name: string): string =>
  outsideAccessOf(realm, user) === undefined ? name : markedName(name);
