import type * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import { loadReadable } from "../core/store/load-readable.ts";
import { newRoom, nextPortion } from "./delivery.ts";
import { sendEncrypted } from "./mobile/encrypted-push.ts";
import { sendPlain } from "./mobile/plain-push.ts";
import { requestTimeout, type Service, serviceOf } from "./mobile/push-service.ts";
import { realmUuid } from "./mobile/realm-uuid.ts";
import {
  DELIVERY_JOB,
  type deliverySchema,
  hasUntried,
  newestEntry,
  nextEntries,
  type QueueEntry,
  recordFailures,
  resumeDelivery,
  resumeDeliveryLater,
  resumeForBrowsers,
} from "./queue.ts";
import { type SentBatch, settleDelivery } from "./settle-delivery.ts";
import { keysToSendWith, senderOf } from "./web/vapid.ts";
import { sendWeb } from "./web/web-push.ts";

/** Requests per run of the job. A run also ends after `MAX_MS`, and another one follows. */
const MAX_REQUESTS = 40;
const MAX_MS = milliseconds(10_000);
/** Consecutive failures after which the service itself counts as failing, rather than single requests. */
const MAX_FAILURES = 3;

/** Job: sends queued pushes for a limited time. Even while the push service is unavailable, browsers receive pushes. */
export async function deliverPushes(
  { realm, env }: { realm: Realm; env: Env },
  { browsers_from }: v.InferOutput<typeof deliverySchema>,
): Promise<void> {
  const connection = { service: serviceOf(realm.config.pushService, env), uuid: realm.change(() => realmUuid(realm)) };
  const endsAt = after(realm.clock.milliseconds(), MAX_MS);
  const again = new Set<number>();
  const lostByService: number[] = [];
  let failuresInARow = 0;
  let requests = 0;
  let serviceWorks = false;
  let browsersFrom = browsers_from;
  while (requests < MAX_REQUESTS && realm.clock.milliseconds() < endsAt) {
    const entries = realm.change(() => nextEntries(realm, { without: again, browsersFrom }));
    if (entries.length === 0) break;
    const batch = await sendBatch(realm, entries, connection, browsersFrom !== undefined);
    const settled = realm.change(() => settleDelivery(realm, batch));
    for (const id of settled.again) again.add(id);
    lostByService.push(...settled.lostByService);
    requests += batch.web.length + (batch.isAway ? 0 : requestsOf(batch));
    if (settled.works) serviceWorks = true;
    if (settled.outcome !== undefined) failuresInARow = settled.outcome === "failed" ? failuresInARow + 1 : 0;
    if (settled.outcome === "unreachable" || failuresInARow >= MAX_FAILURES) browsersFrom ??= 1;
    // A partly completed entry is the last of its batch.
    if (browsersFrom !== undefined) browsersFrom = Math.max(browsersFrom, entries.at(-1)?.id ?? 0);
  }
  const isAway = browsersFrom !== undefined || (!serviceWorks && lostByService.length > 0);
  realm.change(() => {
    const [left] = browsersFrom === undefined ? [] : nextEntries(realm, { without: again, browsersFrom });
    if (left !== undefined) resumeForBrowsers(realm, left.id);
    // After a run for browsers only, the timer for the other pushes is already set.
    if (browsers_from === undefined) continueLater(realm, isAway, lostByService);
  });
}

const requestsOf = ({ plain, encrypted }: SentBatch): number =>
  plain.length + Math.max(1, new Set(encrypted.answers.values()).size);

/** Schedules delivery of the rest of the queue: immediately, unless the push service is unavailable. */
function continueLater(realm: Realm, isAway: boolean, lostByService: readonly number[]): void {
  if (!isAway) recordFailures(realm, lostByService);
  if (!isAway && hasUntried(realm)) resumeDelivery(realm);
  else if (newestEntry(realm) > 0) {
    const afterMs = resumeDeliveryLater(realm);
    if (isAway) realm.log.warn("push_service_unwell", { job: DELIVERY_JOB, afterMs });
  }
}

interface PushConnection {
  readonly service: Service;
  /** The organization's id at the push service. */
  readonly uuid: string;
}

/** Sends the pushes for the next candidates of entries, all within the time limit of one request. */
async function sendBatch(
  realm: Realm,
  entries: readonly QueueEntry[],
  { service: known, uuid }: PushConnection,
  isAway: boolean,
): Promise<SentBatch> {
  const service = isAway ? { ...known, url: null } : known;
  const { portions, unreadable } = await portionsWithContent(realm, entries);
  const deliveries = portions.flatMap((portion) => portion.deliveries);
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
        .map(async (push) => ({ push, ...(await sendPlain(service, push, signal)) })),
    ),
    keys === undefined ? [] : sendWeb(senderOf(realm, keys), web, signal),
  ]);
  return { portions, unreadable, encrypted, plain, web: ofBrowsers, isAway };
}

/**
 * Returns the pushes of entries that are sent together, and the ids of entries whose text couldn't be loaded. Messages
 * no longer in the realm are loaded from D1 first.
 */
async function portionsWithContent(
  realm: Realm,
  entries: readonly QueueEntry[],
): Promise<Pick<SentBatch, "portions" | "unreadable">> {
  const messages = entries.flatMap(({ message_id }) => message_id ?? []);
  const loaded = await loadReadable(realm, messages, { event: "push_text_missing", job: DELIVERY_JOB });
  const isReadable = ({ message_id }: QueueEntry) => message_id === null || !loaded.unreadable.has(message_id);
  try {
    const room = newRoom();
    const readable = entries.filter(isReadable);
    const unreadable = entries.filter((entry) => !isReadable(entry)).map(({ id }) => id);
    return { portions: realm.change(() => readable.map((entry) => nextPortion(realm, entry, room))), unreadable };
  } finally {
    loaded.release();
  }
}
