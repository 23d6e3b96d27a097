import { count } from "../../../metrics/counts.ts";
import type { Realm } from "../../../realm/realm.ts";
import { recordPushStatus } from "../../organization/organization-settings/push-status.ts";
import { type Candidate, PushKind } from "./candidates.ts";
import type { Delivery, Portion } from "./delivery.ts";
import { unknownToServiceHook } from "./hooks.ts";
import { type EncryptedResult, settleLost } from "./mobile/encrypted-push.ts";
import type { PlainPush, PlainResult } from "./mobile/plain-push.ts";
import { pushStatusIn, type ServiceAnswer, UNKNOWN_ORGANIZATION } from "./mobile/push-service.ts";
import { dropTokens } from "./mobile/tokens.ts";
import { advanceEntry, DELIVERY_JOB, forgetShown, pendingRemovals, recordFailures } from "./queue.ts";
import { removeWebDevice } from "./web/web-devices.ts";
import type { WebResult } from "./web/web-push.ts";

/** Pushes that were sent together, with the push service's answers. */
export interface SentBatch {
  readonly portions: readonly Portion[];
  /** Ids of entries whose text couldn't be loaded. None of their pushes were sent. */
  readonly unreadable: readonly number[];
  readonly encrypted: EncryptedResult;
  readonly plain: readonly (PlainResult & { readonly push: PlainPush })[];
  readonly web: readonly WebResult[];
  /** True if nothing was sent to the push service because it is unavailable. */
  readonly isAway: boolean;
}

interface Settled {
  /** Outcome of the pushes to phones, or undefined if there were none. */
  readonly outcome: "well" | "failed" | "unreachable" | undefined;
  /** True if the service accepted or rejected a push, which shows that it works. */
  readonly works: boolean;
  /** Ids of the new queue entries for candidates with lost pushes, and of those whose text couldn't be loaded. */
  readonly again: readonly number[];
  /** The ids in `again` whose pushes the push service lost. */
  readonly lostByService: readonly number[];
}

/** Records the result of a batch before the next one is sent, so that no delivered push is sent again. */
export function settleDelivery(realm: Realm, batch: SentBatch): Settled {
  const { portions, unreadable, encrypted, plain, web } = batch;
  settleLost(realm, encrypted);
  for (const { push, gone } of plain)
    for (const { kind, tokens } of gone) dropTokens(realm, push.owner.user_id, kind, tokens);
  for (const { push, isGone } of web) if (isGone) removeWebDevice(realm, push.device.user_id, push.device.id);
  // Pushes sent in one request share its answer.
  const answers = [...new Set(encrypted.answers.values()), ...plain.map(({ answer }) => answer)];
  for (const status of answers.map(pushStatusIn)) if (status !== undefined) recordPushStatus(realm, status);
  if (answers.some(isOfUnknown)) realm.run(unknownToServiceHook);
  const ofBrowsers = web.map(({ answer }) => answer);
  logRefusals(realm, [...answers, ...ofBrowsers]);
  if (!batch.isAway) countAnswers("devices", answers);
  countAnswers("browsers", ofBrowsers);
  const again = portions.flatMap((portion) => settlePortion(realm, portion, batch));
  // If one browser's service fails, others may still work.
  recordFailures(realm, [...again.filter(({ byService }) => !byService).map(idOf), ...unreadable]);
  return {
    outcome: answers.length === 0 ? undefined : outcomeOf(answers),
    works: answers.some((answer) => !isLost(answer)),
    again: [...again.map(idOf), ...unreadable],
    lostByService: again.filter(({ byService }) => byService).map(idOf),
  };
}

interface Again {
  readonly id: number;
  readonly byService: boolean;
}

const idOf = ({ id }: Again): number => id;

/** Records the result of an entry's pushes. Returns the new entry for lost pushes, if any. */
function settlePortion(realm: Realm, { entry, count, deliveries }: Portion, batch: SentBatch): Again[] {
  const lost = deliveries.flatMap((delivery) => lostOf(delivery, batch));
  const isLostOf = new Set(lost.map(({ user }) => user));
  const more: Candidate[] = [];
  for (const { candidate, removed } of deliveries) {
    if (isLostOf.has(candidate.user)) continue;
    forgetShown(realm, candidate.user, removed);
    // The user may have read more messages while this removal was being sent.
    if (entry.message_id === null && pendingRemovals(realm, candidate.user).length > 0) more.push(candidate);
  }
  const id = advanceEntry(realm, entry, count, [...lost, ...more]);
  const byService = lost.some(({ kinds }) => (kinds & ~PushKind.web) !== 0);
  return id === undefined || lost.length === 0 ? [] : [{ id, byService }];
}

/** Returns the candidate of a delivery with the kinds of its lost pushes, or an empty list if none was lost. */
function lostOf({ candidate, ...delivery }: Delivery, batch: SentBatch): Candidate[] {
  const isPlainLost = batch.plain.some(({ push, answer }) => delivery.plain.includes(push) && isLost(answer));
  const isEncryptedLost = delivery.encrypted.some((push) => {
    const answer = batch.encrypted.answers.get(push);
    return answer !== undefined && isLost(answer);
  });
  const browsers = batch.web
    .filter(({ push, answer }) => delivery.web.includes(push) && isLost(answer))
    .map(({ push }) => push.device.id);
  const kinds =
    (isEncryptedLost ? PushKind.encrypted : 0) |
    (isPlainLost ? PushKind.plain : 0) |
    (browsers.length > 0 ? PushKind.web : 0);
  return kinds === 0 ? [] : [{ ...candidate, kinds, browsers: browsers.length > 0 ? browsers : undefined }];
}

const isOfUnknown = (answer: ServiceAnswer) => answer.kind === "refused" && answer.code === UNKNOWN_ORGANIZATION;

/** Pushes wait while the service is unavailable, or until an operator fixes the server's credentials. */
const isAway = (answer: ServiceAnswer) =>
  answer.kind === "unreachable" || (answer.kind === "refused" && answer.code === "INVALID_ZULIP_SERVER");

const isLost = (answer: ServiceAnswer) => answer.kind === "failed" || isAway(answer);

/** Failures of requests sent together count against the service only if all of them failed. */
function outcomeOf(answers: readonly ServiceAnswer[]): "well" | "failed" | "unreachable" {
  if (!answers.every(isLost)) return "well";
  return answers.some(isAway) ? "unreachable" : "failed";
}

function countAnswers(to: "devices" | "browsers", answers: readonly ServiceAnswer[]): void {
  for (const { kind } of answers) count("parley_pushes_total", { to, result: kind });
}

/** Logs rejections for the server's operator, because a push that the service rejects isn't sent again. */
function logRefusals({ log }: Realm, answers: readonly ServiceAnswer[]): void {
  for (const answer of answers) {
    if (answer.kind === "refused") log.warn("push_refused", { job: DELIVERY_JOB, code: answer.code });
  }
}
