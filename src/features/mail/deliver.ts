import type { Env } from "../../config/env.ts";
import type { Log } from "../../logging/log.ts";
import { count } from "../../metrics/counts.ts";
import type { Realm } from "../../realm/realm.ts";
import { inMilliseconds } from "../../util/time.ts";
import { compose } from "./compose.ts";
import type { QueuedLetter } from "./mail.ts";
import { keepInMailbox } from "./mailbox.ts";
import type { Stamp } from "./mime.ts";
import { noteSent, noteUnsent } from "./outage.ts";
import { signatureOf } from "./signed-token.ts";
import { transmit } from "./transport.ts";
import { Unsent } from "./unsent.ts";

/** The job that sends an email by the deployment's transport. When it throws, the outbox runs it again later. */
export async function deliver(
  { realm, env, log }: { realm: Realm; env: Env; log: Log },
  letter: QueuedLetter,
): Promise<void> {
  try {
    await send({ realm, env }, letter);
  } catch (error) {
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

async function send({ realm, env }: { realm: Realm; env: Env }, letter: QueuedLetter): Promise<void> {
  const { config } = realm;
  const mail = compose(letter, config.mailFrom);
  if (config.mail === "mailbox") keepInMailbox(realm, letter, mail);
  else await transmit({ config, env }, mail, stampOf(realm, letter));
}

/** An earlier program has stored letters without an id, and without a date. */
const stampOf = (realm: Realm, { id, written_at, ...letter }: QueuedLetter): Stamp => ({
  id: id ?? signatureOf(realm, "letter", JSON.stringify(letter)),
  date: inMilliseconds(written_at ?? realm.seconds()),
});
