import type { Env } from "../../config/env.ts";
import type { Log } from "../../logging/log.ts";
import { count } from "../../metrics/counts.ts";
import type { Realm } from "../../realm/realm.ts";
import { after, before, inMilliseconds, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import { compose } from "./compose.ts";
import type { QueuedEmail } from "./email.ts";
import { keepInMailbox } from "./mailbox.ts";
import type { Stamp } from "./mime.ts";
import { noteSent, noteUnsent } from "./outage.ts";
import { signatureOf } from "./signed-token.ts";
import { transmit } from "./transport.ts";
import { Unanswered, Unsent } from "./unsent.ts";

/**
 * Pause before a service that timed out is tried again. Each attempt delays the organization's other work, such as push
 * notifications, until the timeout.
 */
const SILENCE_MS = MINUTE_MS;
const silentUntil = new WeakMap<Realm, Milliseconds>();

function checkSilence(realm: Realm): void {
  const left = before(silentUntil.get(realm) ?? milliseconds(0), realm.clock.milliseconds());
  // A longer wait means that the clock was set back.
  if (left > 0 && left <= SILENCE_MS) throw new Unsent("what sends mail has not answered a moment ago");
}

/** Job: sends an email over the deployment's transport. If it throws, the outbox retries it later. */
export async function deliver(
  { realm, env, log }: { realm: Realm; env: Env; log: Log },
  letter: QueuedEmail,
): Promise<void> {
  checkSilence(realm);
  try {
    await send({ realm, env }, letter);
  } catch (error) {
    if (error instanceof Unanswered) silentUntil.set(realm, after(realm.clock.milliseconds(), SILENCE_MS));
    const message = error instanceof Error ? error.message : String(error);
    const { said, refuses } = error instanceof Unsent ? error : new Unsent(message);
    if (refuses !== "address") noteUnsent(realm, said === "" ? message : `${message}: ${said}`);
    count("parley_mail_total", { result: refuses === "nothing" ? "failed" : "refused" });
    if (refuses === "nothing") throw error;
    log.trouble("mail_refused", error);
    return;
  }
  count("parley_mail_total", { result: "sent" });
  noteSent(realm);
}

async function send({ realm, env }: { realm: Realm; env: Env }, letter: QueuedEmail): Promise<void> {
  const { config } = realm;
  const mail = compose(letter, config.mailFrom);
  if (config.mail === "mailbox") keepInMailbox(realm, letter, mail);
  else await transmit({ config, env }, mail, stampOf(realm, letter));
}

/** Emails stored by an earlier version have no id and no date. */
const stampOf = (realm: Realm, { id, written_at, ...letter }: QueuedEmail): Stamp => ({
  id: id ?? signatureOf(realm, "letter", JSON.stringify(letter)),
  date: inMilliseconds(written_at ?? realm.seconds()),
});
