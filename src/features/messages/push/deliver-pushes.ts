import type { Env } from "../../../config/env.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, milliseconds } from "../../../util/time.ts";
import type { Alert } from "./candidates.ts";
import { type Parcel, parcelsOf } from "./delivery.ts";
import { sendSealed } from "./encrypted-push.ts";
import { sendOpen } from "./plain-push.ts";
import { patience, type Service, serviceOf } from "./push-service.ts";
import { blame, DELIVERY_JOB, type Entry, hasUntried, newestEntry, nextEntry, resume, resumeLater } from "./queue.ts";
import { realmUuid } from "./realm-uuid.ts";
import { type Delivered, note } from "./settle-delivery.ts";

/** So many people at once; what travels open needs a request for each of them. */
const AT_ONCE = 20;
/** A run ends after so many requests or so much time: what else the organization has to do waits for it. */
const MOST_REQUESTS = 40;
const MOST_MS = milliseconds(10_000);
/** After so many failures in a row it is the service that is not well, and not what it was asked. */
const MOST_FAILURES = 3;

/** The job: works off the queue of pushes, for a while. */
export async function deliverPushes({ realm, env }: { realm: Realm; env: Env }): Promise<void> {
  const way = { service: serviceOf(realm.config.pushService, env), uuid: realm.change(() => realmUuid(realm)) };
  const last = newestEntry(realm);
  const endsAt = after(realm.clock.milliseconds(), MOST_MS);
  const broken: number[] = [];
  let inARow = 0;
  let requests = 0;
  let isWell = false;
  let isAway = false;
  while (!isAway && requests < MOST_REQUESTS && realm.clock.milliseconds() < endsAt) {
    const entry = realm.change(() => nextEntry(realm, last));
    if (entry === undefined) break;
    const delivered = await deliver(realm, entry, way);
    const { outcome, works, again } = realm.change(() => note(realm, entry, delivered));
    if (outcome === "failed" && again !== undefined) broken.push(again);
    if (works) isWell = true;
    requests += delivered.open.length + 1;
    inARow = outcome === "failed" ? inARow + 1 : 0;
    isAway = outcome === "unreachable" || inARow >= MOST_FAILURES;
  }
  realm.change(() => goOn(realm, isAway || (!isWell && broken.length > 0), broken));
}

/** When the rest is to be told, if there is any. */
function goOn(realm: Realm, isAway: boolean, broken: readonly number[]): void {
  if (!isAway) blame(realm, broken);
  if (!isAway && hasUntried(realm)) resume(realm);
  else if (newestEntry(realm) > 0) {
    const afterMs = resumeLater(realm);
    realm.log.warn("push_service_unwell", { job: DELIVERY_JOB, afterMs });
  }
}

interface Way {
  readonly service: Service;
  readonly uuid: string;
}

/** Tells a part of those whom an entry is for: at once, and all within the time that one request may take. */
async function deliver(realm: Realm, entry: Entry, { service, uuid }: Way): Promise<Delivered> {
  const alerts = entry.alerts.slice(0, AT_ONCE);
  const parcels = await packed(realm, entry, alerts);
  const signal = patience();
  const [sealed, open] = await Promise.all([
    sendSealed(
      service,
      uuid,
      parcels.flatMap((parcel) => parcel.sealed),
      signal,
    ),
    Promise.all(
      parcels
        .flatMap((parcel) => parcel.open)
        .map(async (push) => ({ push, ...(await sendOpen(service, uuid, push, signal)) })),
    ),
  ]);
  return { count: alerts.length, parcels, sealed, open };
}

/** A message whose content is no longer at hand is fetched first. */
async function packed(realm: Realm, entry: Entry, alerts: readonly Alert[]): Promise<Parcel[]> {
  const pins = entry.message_id === null ? undefined : await realm.loadMessages([entry.message_id]);
  try {
    return realm.change(() => parcelsOf(realm, entry, alerts));
  } finally {
    pins?.release();
  }
}
