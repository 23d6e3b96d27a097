import { checkAddress } from "../../../../outbound-http/check-address.ts";
import { OutsideRefused } from "../../../../outbound-http/refused.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest, notFound } from "../../../../protocol/errors.ts";
import { cacheKey, type Realm } from "../../../../realm/realm.ts";
import { openText, sealText } from "../../../../realm/sealed-text.ts";
import { randomToken } from "../../../../util/random.ts";
import { after, MINUTE_MS, milliseconds } from "../../../../util/time.ts";
import { auditOrganization, auditSize } from "../../../trust/audit-log/audit.ts";
import {
  type DestinationRow,
  deleteDestination,
  insertDestination,
  type NewDestination,
  readDestination,
} from "./rows.ts";

export const PUSH_JOB = "audit-push";
export const PUSH_TIMER = "audit-push";
/** Maximum number of entries per request. If this many are waiting, they are sent immediately. */
export const MAX_ENTRIES = 500;
/** How long entries wait to be sent if there are fewer. */
const MAX_WAIT = MINUTE_MS;
const SECRET_LENGTH = 43;
const [URL_NAME, SECRET_NAME] = ["audit destination's address", "audit destination's secret"];

const knownKey = cacheKey<{ readonly id: number; readonly delivered_id: number } | null>("audit-destination");

/** Returns the destination with its decrypted URL and secret. Undefined if the log isn't sent anywhere. */
export function findDestination(realm: Realm): DestinationRow | undefined {
  const row = readDestination.first(realm.sql, {});
  if (row === undefined) return undefined;
  return { ...row, url: openText(realm, URL_NAME, row.url), secret: openText(realm, SECRET_NAME, row.secret) };
}

const notThere = () => notFound("The audit log is not sent anywhere.");

/** Starts sending the log, beginning with the entry after `after_id`. Returns the secret, which is only shown once. */
export function createDestination(
  realm: Realm,
  actor: Actor,
  { url, after_id }: { readonly url: string; readonly after_id: number | undefined },
): string {
  if (readDestination.first(realm.sql, {}) !== undefined) throw badRequest("The audit log is sent somewhere already.");
  checkUrl(realm, url);
  const size = auditSize(realm);
  const delivered_id = after_id ?? size;
  if (delivered_id > size) throw badRequest("after_id is more than there are entries");
  const secret = newSecret(realm);
  const told = { user_id: actor.user_id, created_at: realm.seconds(), delivered_at: null };
  write(realm, { ...told, url, secret, delivered_id });
  auditOrganization(realm, "audit.destination_created", { host: hostOf(url) });
  return secret;
}

/** Changes the URL that entries are sent to, or creates a new secret, which it then returns. */
export function changeDestination(
  realm: Realm,
  { url, renewsSecret }: { readonly url: string | undefined; readonly renewsSecret: boolean },
): string | undefined {
  const before = findDestination(realm);
  if (before === undefined) throw notThere();
  const [to = before.url, isMoved] = [url, url !== undefined && url !== before.url];
  if (!isMoved && !renewsSecret) return undefined;
  checkUrl(realm, to);
  const secret = renewsSecret ? newSecret(realm) : before.secret;
  deleteDestination.run(realm.sql, {});
  write(realm, { ...before, url: to, secret });
  const hosts = isMoved ? { before: hostOf(before.url), after: hostOf(to) } : {};
  auditOrganization(realm, "audit.destination_changed", { ...hosts, ...(renewsSecret && { secret: "changed" }) });
  return renewsSecret ? secret : undefined;
}

export function endDestination(realm: Realm): void {
  // The row isn't decrypted, because the key may be lost.
  const row = readDestination.first(realm.sql, {});
  if (row === undefined) throw notThere();
  deleteDestination.run(realm.sql, {});
  forgetKnown(realm);
  auditOrganization(realm, "audit.destination_ended", { delivered_id: row.delivered_id });
}

export function scheduleDelivery(realm: Realm, id: number): void {
  const known = realm.cached(knownKey, () => readDestination.first(realm.sql, {}) ?? null);
  if (known === null) return;
  const wait = id - known.delivered_id >= MAX_ENTRIES ? milliseconds(0) : MAX_WAIT;
  realm.timers.setSooner(PUSH_TIMER, after(realm.clock.milliseconds(), wait));
}

/** Runs on the timer: queues the delivery, unless it is queued already because deliveries fail. */
export function beginDelivery(realm: Realm): void {
  const row = readDestination.first(realm.sql, {});
  if (row === undefined) return;
  const payload = { destination: row.id };
  realm.outbox.drop(PUSH_JOB, "destination", (waiting) => JSON.stringify(waiting) !== JSON.stringify(payload));
  realm.outbox.addUnlessWaiting(PUSH_JOB, payload);
}

/** Call it after changing the stored row. */
export const forgetKnown = (realm: Realm): void => realm.forget(knownKey);

function write(realm: Realm, { url, secret, ...row }: NewDestination): void {
  const sealed = { url: sealText(realm, URL_NAME, url), secret: sealText(realm, SECRET_NAME, secret) };
  const { id } = insertDestination.one(realm.sql, { ...row, ...sealed });
  forgetKnown(realm);
  realm.outbox.add(PUSH_JOB, { destination: id });
}

const newSecret = ({ random }: Realm) => randomToken(random, SECRET_LENGTH);

/** Returns only the host of a URL, because its path or query may contain a key. */
const hostOf = (url: string) => new URL(url).host;

/** Throws for a URL without TLS, except for hosts that the operator has listed. */
function checkUrl({ config }: Realm, url: string): void {
  try {
    const to = new URL(url);
    if (checkAddress(config, to) !== "plain" && to.protocol !== "https:")
      throw badRequest("Invalid url: it must begin with https://");
  } catch (error) {
    if (error instanceof OutsideRefused) throw badRequest(`This address can't be reached (${error.message}).`);
    throw error;
  }
}
