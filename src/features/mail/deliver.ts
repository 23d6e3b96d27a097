import type { Env } from "../../config/env.ts";
import type { Log } from "../../logging/log.ts";
import { count } from "../../metrics/counts.ts";
import type { Realm } from "../../realm/realm.ts";
import { after, before, inMilliseconds, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import { compose } from "./compose.ts";
import type { QueuedEmail } from "./mail.ts";
import { keepInMailbox } from "./mailbox.ts";
import type { Stamp } from "./mime.ts";
import { noteSent, noteUnsent } from "./outage.ts";
import { signatureOf } from "./signed-token.ts";
import { transmit } from "./transport.ts";
import { Unanswered, Unsent } from "./unsent.ts";

/**
 * The time in which a service that has not answered is not asked again: an attempt keeps the organization's other work, such as
 * pushes, waiting for as long as the service is waited for.
 */
const SILENCE_MS = MINUTE_MS;
const silentUntil = new WeakMap<Realm, Milliseconds>();

function checkSilence(realm: Realm): void {
  const left = before(silentUntil.get(realm) ?? milliseconds(0), realm.clock.milliseconds());
  // A clock that was set back would make it longer.
  if (left > 0 && left <= SILENCE_MS) throw new Unsent("what sends mail has not answered a moment ago");
}

/** The job that sends an email by the deployment's transport. When it throws, the outbox runs it again later. */
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

/** An earlier program has stored letters without an id, and without a date. */
const stampOf = (realm: Realm, { id, written_at, ...letter }: QueuedEmail): Stamp => ({
  id: id ?? signatureOf(realm, "letter", JSON.stringify(letter)),
  date: inMilliseconds(written_at ?? realm.seconds()),
});
