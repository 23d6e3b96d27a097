import { count } from "../../../metrics/counts.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Candidate } from "./candidates.ts";
import type { Delivery } from "./delivery.ts";
import { DEVICE_GONE, INVALID_KEY } from "./failures.ts";
import { failDevices } from "./mobile/devices.ts";
import type { EncryptedResult } from "./mobile/encrypted-push.ts";
import type { PlainPush, PlainResult } from "./mobile/plain-push.ts";
import type { ServiceAnswer } from "./mobile/push-service.ts";
import { dropTokens } from "./mobile/tokens.ts";
import { PushKind } from "./owners.ts";
import { advanceEntry, DELIVERY_JOB, forgetShown, pendingRemovals, type QueueEntry } from "./queue.ts";
import { removeWebDevice } from "./web/web-devices.ts";
import type { WebResult } from "./web/web-push.ts";

/** Pushes that have been sent together, with the push service's answers. */
export interface SentBatch {
  /** The number of the entry's candidates that they are for. */
  readonly count: number;
  readonly deliveries: readonly Delivery[];
  readonly encrypted: EncryptedResult;
  readonly plain: readonly (PlainResult & { readonly push: PlainPush })[];
  readonly web: readonly WebResult[];
}

interface Settled {
  readonly outcome: "well" | "failed" | "unreachable";
  /** Whether the service has accepted or refused a push, which shows that it works. */
  readonly works: boolean;
  /** The id of the new queue entry for the candidates some of whose pushes were lost. */
  readonly retry: number | undefined;
}

/** Records the result of a batch before the next one is sent, so that no push that has arrived is sent again. */
export function settleDelivery(realm: Realm, entry: QueueEntry, batch: SentBatch): Settled {
  const { count, deliveries, encrypted, plain, web } = batch;
  failDevices(realm, encrypted.gone, DEVICE_GONE);
  failDevices(realm, encrypted.invalidKeys, INVALID_KEY);
  for (const { push, gone } of plain) for (const { kind, tokens } of gone) dropTokens(realm, push.user, kind, tokens);
  for (const { push, isGone } of web) if (isGone) removeWebDevice(realm, push.device.user_id, push.device.id);
  const hasEncrypted = deliveries.some((delivery) => delivery.encrypted.length > 0);
  const answers = [...(hasEncrypted ? [encrypted.answer] : []), ...plain.map(({ answer }) => answer)];
  const ofBrowsers = web.map(({ answer }) => answer);
  logRefusals(realm, [...answers, ...ofBrowsers]);
  countAnswers("devices", answers);
  countAnswers("browsers", ofBrowsers);
  const lost = deliveries.flatMap((delivery) => remaining(realm, entry, delivery, batch));
  const entryAgain = advanceEntry(realm, entry, count, lost);
  return {
    outcome: answers.length > 0 ? outcomeOf(answers) : outcomeOfBrowsers(ofBrowsers),
    works: [...answers, ...ofBrowsers].some((answer) => !isLost(answer)),
    retry: [...answers, ...ofBrowsers].some(isLost) ? entryAgain : undefined,
  };
}

/** The candidate of a delivery again, if some of its pushes were lost, with the kinds of these. */
function remaining(
  realm: Realm,
  entry: QueueEntry,
  { candidate, removed, ...delivery }: Delivery,
  batch: SentBatch,
): Candidate[] {
  const isPlainLost = batch.plain.some(({ push, answer }) => delivery.plain.includes(push) && isLost(answer));
  const isEncryptedLost = delivery.encrypted.length > 0 && isLost(batch.encrypted.answer);
  const browsers = batch.web
    .filter(({ push, answer }) => delivery.web.includes(push) && isLost(answer))
    .map(({ push }) => push.device.id);
  const kinds =
    (isEncryptedLost ? PushKind.encrypted : 0) |
    (isPlainLost ? PushKind.plain : 0) |
    (browsers.length > 0 ? PushKind.web : 0);
  if (kinds > 0) return [{ ...candidate, kinds, browsers: browsers.length > 0 ? browsers : undefined }];
  forgetShown(realm, candidate.user, removed);
  // The user may have read more messages while this removal was under way.
  return entry.message_id === null && pendingRemovals(realm, candidate.user).length > 0 ? [candidate] : [];
}

const isLost = ({ kind }: ServiceAnswer) => kind === "failed" || kind === "unreachable";

function outcomeOf(answers: readonly ServiceAnswer[]): Settled["outcome"] {
  if (answers.some(({ kind }) => kind === "unreachable")) return "unreachable";
  return answers.some(({ kind }) => kind === "failed") ? "failed" : "well";
}

/** Browsers have services of their own: that one of these fails says nothing of the others. */
const outcomeOfBrowsers = (answers: readonly ServiceAnswer[]): Settled["outcome"] =>
  answers.length > 0 && answers.every(isLost) ? "failed" : "well";

function countAnswers(to: "devices" | "browsers", answers: readonly ServiceAnswer[]): void {
  for (const { kind } of answers) count("parley_pushes_total", { to, result: kind });
}

/** Logs refusals for the server's operator: a push that the service refuses once is not sent again. */
function logRefusals({ log }: Realm, answers: readonly ServiceAnswer[]): void {
  for (const answer of answers) {
    if (answer.kind === "refused") {
      log.warn("push_refused", { job: DELIVERY_JOB, code: answer.code });
    }
  }
}
