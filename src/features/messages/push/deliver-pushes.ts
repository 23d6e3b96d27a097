import type { Env } from "../../../config/env.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import type { Candidate } from "./candidates.ts";
import { type Delivery, deliveriesOf, nextCandidates } from "./delivery.ts";
import { sendEncrypted } from "./mobile/encrypted-push.ts";
import { sendPlain } from "./mobile/plain-push.ts";
import { requestTimeout, type Service, serviceOf } from "./mobile/push-service.ts";
import { realmUuid } from "./mobile/realm-uuid.ts";
import {
  DELIVERY_JOB,
  hasUntried,
  newestEntry,
  nextEntry,
  type QueueEntry,
  recordFailures,
  resumeDelivery,
  resumeDeliveryLater,
} from "./queue.ts";
import { type SentBatch, settleDelivery } from "./settle-delivery.ts";
import { keysToSendWith, senderOf } from "./web/vapid.ts";
import { sendWeb } from "./web/web-push.ts";

/** The number of requests that are sent at once: plain pushes need one for each user, browsers one each. */
const AT_ONCE = 20;
/** A run of the job ends after so many requests, or after `MOST_MS`: the organization's other jobs wait for it. */
const MOST_REQUESTS = 40;
const MOST_MS = milliseconds(10_000);
/** After so many failures in a row, the service itself counts as failing, rather than single requests. */
const MOST_FAILURES = 3;

/** The job that sends what is in the queue of pushes, for a limited time. */
export async function deliverPushes({ realm, env }: { realm: Realm; env: Env }): Promise<void> {
  const connection = { service: serviceOf(realm.config.pushService, env), uuid: realm.change(() => realmUuid(realm)) };
  const last = newestEntry(realm);
  const endsAt = after(realm.clock.milliseconds(), MOST_MS);
  const retries: number[] = [];
  let failuresInARow = 0;
  let requests = 0;
  let serviceWorks = false;
  let isUnavailable = false;
  while (!isUnavailable && requests < MOST_REQUESTS && realm.clock.milliseconds() < endsAt) {
    const entry = realm.change(() => nextEntry(realm, last));
    if (entry === undefined) break;
    const batch = await sendBatch(realm, entry, connection);
    const { outcome, works, retry } = realm.change(() => settleDelivery(realm, entry, batch));
    if (outcome !== "unreachable" && retry !== undefined) retries.push(retry);
    if (works) serviceWorks = true;
    requests += batch.plain.length + batch.web.length + 1;
    failuresInARow = outcome === "failed" ? failuresInARow + 1 : 0;
    isUnavailable = outcome === "unreachable" || failuresInARow >= MOST_FAILURES;
  }
  realm.change(() => continueLater(realm, isUnavailable || (!serviceWorks && retries.length > 0), retries));
}

/** Schedules the delivery of what is still queued: at once, unless the push service is unavailable. */
function continueLater(realm: Realm, isUnavailable: boolean, retries: readonly number[]): void {
  if (!isUnavailable) recordFailures(realm, retries);
  if (!isUnavailable && hasUntried(realm)) resumeDelivery(realm);
  else if (newestEntry(realm) > 0) {
    const afterMs = resumeDeliveryLater(realm);
    realm.log.warn("push_service_unwell", { job: DELIVERY_JOB, afterMs });
  }
}

interface Connection {
  readonly service: Service;
  /** The organization's id at the service. */
  readonly uuid: string;
}

/** Sends the pushes for the next candidates of an entry, all within the time limit of one request. */
async function sendBatch(realm: Realm, entry: QueueEntry, { service, uuid }: Connection): Promise<SentBatch> {
  const candidates = realm.change(() => nextCandidates(realm, entry, AT_ONCE));
  const deliveries = await deliveriesWithContent(realm, entry, candidates);
  const signal = requestTimeout();
  const web = deliveries.flatMap((delivery) => delivery.web);
  const keys = web.length === 0 ? undefined : keysToSendWith(realm);
  const [encrypted, plain, ofBrowsers] = await Promise.all([
    sendEncrypted(
      service,
      uuid,
      deliveries.flatMap((delivery) => delivery.encrypted),
      signal,
    ),
    Promise.all(
      deliveries
        .flatMap((delivery) => delivery.plain)
        .map(async (push) => ({ push, ...(await sendPlain(service, uuid, push, signal)) })),
    ),
    keys === undefined ? [] : sendWeb(senderOf(realm, keys), web, signal),
  ]);
  return { count: candidates.length, deliveries, encrypted, plain, web: ofBrowsers };
}

/** The deliveries of an entry. A message that is no longer in the realm is loaded from D1 first. */
async function deliveriesWithContent(
  realm: Realm,
  entry: QueueEntry,
  candidates: readonly Candidate[],
): Promise<Delivery[]> {
  const loaded = entry.message_id === null ? undefined : await realm.loadMessages([entry.message_id]);
  try {
    return realm.change(() => deliveriesOf(realm, entry, candidates));
  } finally {
    loaded?.release();
  }
}
