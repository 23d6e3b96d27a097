import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, channelDoesNotExist } from "../../../protocol/errors.ts";
import { toChannelId } from "../../../protocol/ids.ts";
import { cacheKey, hook, type Realm } from "../../../realm/realm.ts";
import { HOUR, type Seconds, seconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { audit, auditOrganization } from "../audit-log/audit.ts";
import { activeHolds, forgetHolds } from "./active.ts";
import { reviewSoon } from "./review.ts";
import { allHolds, insertHold, setReleased, setTerms } from "./rows.ts";
import { columnsOf, type Hold, type HoldTerms, holdOf } from "./terms.ts";

/** Runs within a change to a hold that affects which messages it covers. */
export const holdCoverageChangedHook = hook<[id: number]>("hold coverage changed");

/** Runs within the change that releases a hold. */
export const holdReleasedHook = hook<[id: number]>("hold released");

const MAX_HOLDS = 50;

interface GivenTerms extends Pick<HoldTerms, "name" | "matter" | "reason" | "direct_only"> {
  readonly custodians: readonly number[];
  readonly channels: readonly number[];
  readonly from: number | null;
  readonly until: number | null;
}

const holdEntity = ({ id, name }: Pick<Hold, "id" | "name">) => ({ type: "hold", id, name }) as const;

/** Returns all holds, including released ones that still retain something. */
export const listHolds = (realm: Realm): Hold[] => allHolds.all(realm.sql, {}).map(holdOf);

export function createHold(realm: Realm, { user_id: created_by }: Actor, given: GivenTerms): Hold {
  if (activeHolds(realm).length >= MAX_HOLDS) throw badRequest(`You can't have more than ${MAX_HOLDS} holds.`);
  const terms = checkTerms(realm, given);
  const hold = holdOf(insertHold.one(realm.sql, { ...columnsOf(terms), created_at: realm.seconds(), created_by }));
  changed(realm);
  audit(realm, "hold.created", { of: holdEntity(hold), details: detailsOf(terms) });
  return hold;
}

export function changeHold(realm: Realm, hold: Hold, given: GivenTerms): void {
  const terms = checkTerms(realm, given);
  setTerms.run(realm.sql, { ...columnsOf(terms), id: hold.id });
  changed(realm);
  const details = { before: detailsOf(hold), after: detailsOf(terms) };
  audit(realm, "hold.changed", { of: holdEntity({ ...hold, name: terms.name }), details });
  if (coverageOf(hold) !== coverageOf(terms)) realm.run(holdCoverageChangedHook, hold.id);
}

/** Releases a hold. A timer deletes, in steps, what no other hold retains. */
export function releaseHold(realm: Realm, hold: Hold): void {
  setReleased.run(realm.sql, { id: hold.id, at: realm.seconds() });
  changed(realm);
  audit(realm, "hold.released", { of: holdEntity(hold), details: { ...hold.held } });
  realm.run(holdReleasedHook, hold.id);
}

function changed(realm: Realm): void {
  forgetHolds(realm);
  reviewSoon(realm);
}

const lastReadingsKey = cacheKey<Map<number, Seconds>>("hold readings");

/** Records that a user has viewed the holds, at most once an hour. */
export function noteHoldReading(realm: Realm, { user_id }: Actor): void {
  const last = realm.cached(lastReadingsKey, () => new Map<number, Seconds>());
  const then = last.get(user_id);
  if (then !== undefined && realm.seconds() - then < HOUR) return;
  last.set(user_id, realm.seconds());
  auditOrganization(realm, "hold.read");
}

function checkTerms(realm: Realm, given: GivenTerms): HoldTerms {
  const custodians = [...new Set(given.custodians)].map((id) => accessUser(realm, null, id).id);
  const channels = [...new Set(given.channels)].map(toChannelId);
  const unknown = channels.find((id) => !channelIndex(realm).byId.has(id));
  if (unknown !== undefined) throw channelDoesNotExist({ stream_id: unknown });
  const { from, until, direct_only } = given;
  if (custodians.length === 0 && channels.length === 0) throw badRequest("A hold needs people or channels.");
  if (direct_only && channels.length > 0) throw badRequest("A hold of direct messages alone can't name channels.");
  if (from !== null && until !== null && from > until) throw badRequest("A hold can't end before it begins.");
  const { name, matter, reason } = given;
  return {
    ...{ name, matter, reason, custodians, channels, direct_only },
    from: from === null ? null : seconds(from),
    until: until === null ? null : seconds(until),
  };
}

/** Serializes the terms that decide what a hold covers, to compare them. */
function coverageOf({ custodians, channels, from, until, direct_only }: HoldTerms): string {
  const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  return JSON.stringify([sorted(custodians), sorted(channels), from, until, direct_only]);
}

const detailsOf = ({ name, matter, custodians, channels, from, until, direct_only }: HoldTerms) => ({
  ...{ name, matter, from, until, direct_only },
  custodians: [...custodians],
  channels: [...channels],
});
