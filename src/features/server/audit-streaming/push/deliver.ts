import { createHmac } from "node:crypto";
import * as v from "valibot";
import { askOutside } from "../../../../outbound-http/ask-outside.ts";
import { OutsideRefused } from "../../../../outbound-http/refused.ts";
import { words } from "../../../../protocol/words/words.ts";
import { type JobContext, job } from "../../../../realm/job.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { after, DAY, milliseconds, timeMarkup } from "../../../../util/time.ts";
import { tellOwners } from "../../../organization/system-messages/system-messages.ts";
import { auditHashes, auditSize } from "../../../trust/audit-log/audit.ts";
import { heldEntries } from "../../../trust/audit-log/entry-object.ts";
import { entryLine } from "../export-endpoints.ts";
import { checkpointOf } from "../signer.ts";
import { findDestination, forgetKnown, MAX_ENTRIES, PUSH_JOB, PUSH_TIMER } from "./destination.ts";
import { readDestination, setDelivered, setFailing } from "./rows.ts";

const pushWords = words("auditPush", {
  fails:
    "The audit log hasn't been delivered to its destination since {since}. The last error: `{error}`. No entry is lost: delivery is retried every hour. You can check the destination in the settings, under Audit log.",
  works: "The audit log is delivered to its destination again. It had been failing since {since}.",
});

const TIMEOUT_MS = 10_000;
/** Time after which the job ends, to continue in another run. */
const TURN = milliseconds(8000);
const MAX_BYTES = 1_000_000;
const MAX_ANSWER = 1024;
/** How long deliveries must fail before owners are notified. */
const TOLD_AFTER = DAY;

type Batch = NonNullable<ReturnType<typeof nextBatch>>;

/**
 * Job: sends the entries after the last delivered one, in order. If a delivery fails, the job fails as well and is
 * retried.
 */
export const deliverEntries = job(v.object({ destination: v.number() }), async (context, { destination: id }) => {
  const { realm } = context;
  const endsAt = after(realm.clock.milliseconds(), TURN);
  for (;;) {
    const [batch, problem] = await sendNext(context, id).catch((error: unknown) => {
      realm.change(() => fail(realm, id, "internal error"));
      throw error;
    });
    if (batch === undefined) return;
    const isOver = realm.clock.milliseconds() >= endsAt;
    realm.change(() => {
      recordResult(realm, id, batch, problem);
      realm.outbox.getsOn(PUSH_JOB);
      if (problem === undefined && isOver) realm.timers.setSooner(PUSH_TIMER, realm.clock.milliseconds());
    });
    if (problem !== undefined) throw new Error(`the audit log was not delivered: ${problem}`);
    if (isOver) return;
  }
});

/** Sends the next batch of entries, if any. Returns the batch, and the problem if the delivery failed. */
async function sendNext(context: JobContext, id: number): Promise<readonly [Batch | undefined, string | undefined]> {
  const batch = context.realm.change(() => nextBatch(context.realm, id));
  return [batch, batch && (await send(context, batch))];
}

/** Returns the next batch of entries to send. Undefined if there are none or the destination was changed. */
function nextBatch(realm: Realm, id: number) {
  const destination = findDestination(realm);
  if (destination?.id !== id) return undefined;
  const last = Math.min(auditSize(realm), destination.delivered_id + MAX_ENTRIES);
  if (last <= destination.delivered_id) return undefined;
  const known = new Map(heldEntries(realm, destination.delivered_id, last).map((entry) => [entry.id, entry]));
  const { leaf } = auditHashes(realm);
  let [to, body] = [destination.delivered_id, ""];
  while (to < last && (body === "" || body.length < MAX_BYTES)) {
    to += 1;
    body += entryLine(to, known.get(to), leaf(to));
  }
  const at = realm.seconds();
  const signature = createHmac("sha256", destination.secret).update(`${at}.${body}`).digest("hex");
  return { url: destination.url, to, at, body, signature, checkpoint: checkpointOf(realm, to) };
}

/** Sends a batch of entries. Returns the problem, or undefined if the delivery succeeded. */
async function send({ realm, env }: JobContext, batch: Batch): Promise<string | undefined> {
  const headers = {
    "Content-Type": "application/jsonl",
    "User-Agent": "Parley",
    "X-Parley-Timestamp": String(batch.at),
    "X-Parley-Signature": `v1=${batch.signature}`,
    // In Base64, because a checkpoint has several lines.
    "X-Parley-Checkpoint": Buffer.from(batch.checkpoint).toString("base64"),
  };
  const limits = { timeoutMs: TIMEOUT_MS, mostBytes: MAX_ANSWER, tooLong: "cut" as const };
  try {
    // A redirect would be followed without the body, so any page there would seem to have accepted the entries.
    const request = { method: "POST" as const, headers, body: batch.body, redirects: 0, ...limits };
    const answer = await askOutside({ env, config: realm.config }, batch.url, request);
    await answer.body.cancel().catch(() => {});
    return answer.status >= 200 && answer.status < 300 ? undefined : `status ${answer.status}`;
  } catch (error) {
    if (error instanceof OutsideRefused) return error.reason;
    throw error;
  }
}

/** Records the result of a delivery, unless its destination no longer exists. */
function recordResult(realm: Realm, id: number, { to }: Batch, problem: string | undefined): void {
  if (problem !== undefined) {
    fail(realm, id, problem);
    return;
  }
  const row = readDestination.first(realm.sql, {});
  if (row?.id !== id) return;
  setDelivered.run(realm.sql, { id, delivered_id: to, at: realm.seconds() });
  forgetKnown(realm);
  const { is_told, failing_since: since } = row;
  if (is_told === 1 && since !== null) tellOwners(realm, (language) => pushWords[language].works(timeMarkup(since)));
}

function fail(realm: Realm, id: number, error: string): void {
  const row = readDestination.first(realm.sql, {});
  if (row?.id !== id) return;
  const { failing_since, is_told } = row;
  const now = realm.seconds();
  const since = failing_since ?? now;
  const isLong = now - since >= TOLD_AFTER;
  setFailing.run(realm.sql, { id, since, error, is_told: isLong ? 1 : is_told });
  // By message, because an email would leave the organization, and others could read it.
  if (isLong && is_told === 0) tellOwners(realm, (language) => pushWords[language].fails(timeMarkup(since), error));
}
