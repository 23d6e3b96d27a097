import type { Config } from "../../config/config.ts";
import type { Env } from "../../config/env.ts";
import type { Log } from "../../logging/log.ts";
import { count } from "../../metrics/counts.ts";
import type { Realm } from "../../realm/realm.ts";
import { compose, type Mail } from "./compose.ts";
import type { Letter } from "./mail.ts";
import { keepInMailbox } from "./mailbox.ts";
import { noteSent, noteUnsent } from "./outage.ts";

const PATIENCE_MS = 15_000;
/** The bytes that are read of the service's words about a letter that it does not take. */
const MOST_SAID_BYTES = 1000;

/**
 * A letter was not sent. What the service has said of it may repeat parts of the letter, and is no part of the message, which
 * is logged.
 */
class Unsent extends Error {
  constructor(
    message: string,
    readonly said: string,
    /** Whether the service will never take this letter. */
    readonly isFinal: boolean,
  ) {
    super(message);
  }
}

/** The job that sends an email by the deployment's transport. When it throws, the outbox runs it again later. */
export async function deliver(
  { realm, env, log }: { realm: Realm; env: Env; log: Log },
  letter: Letter,
): Promise<void> {
  try {
    await send({ realm, env }, letter);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    noteUnsent(realm, error instanceof Unsent && error.said !== "" ? `${message}: ${error.said}` : message);
    const isFinal = error instanceof Unsent && error.isFinal;
    count("parley_mail_total", { result: isFinal ? "refused" : "failed" });
    if (!isFinal) throw error;
    log.trouble("mail_refused", error);
    return;
  }
  count("parley_mail_total", { result: "sent" });
  noteSent(realm);
}

async function send({ realm, env }: { realm: Realm; env: Env }, letter: Letter): Promise<void> {
  const mail = compose(letter, realm.config.mailFrom);
  const transport: Config["mail"] = realm.config.mail;
  switch (transport) {
    case "platform":
      await env.EMAIL?.send(mail);
      return;
    case "service":
      return post(env, mail);
    case "mailbox":
      return keepInMailbox(realm, letter, mail);
    case "none":
      // Mail was configured when the email was written, and may be again.
      throw new Error("no way to send mail is configured");
    default:
      transport satisfies never;
  }
}

async function post({ MAIL_URL = "", MAIL_TOKEN }: Env, { replyTo, ...mail }: Mail): Promise<void> {
  const response = await fetch(MAIL_URL, {
    method: "POST",
    headers: { "content-type": "application/json", ...(MAIL_TOKEN && { authorization: `Bearer ${MAIL_TOKEN}` }) },
    body: JSON.stringify({ ...mail, reply_to: replyTo }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (response.ok) return response.body?.cancel();
  // An email that the service refuses once is refused for ever; any other failure may pass.
  const isFinal = response.status === 400 || response.status === 422;
  throw new Unsent(`the mail service answers ${response.status}`, await beginningOf(response), isFinal);
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const read = await reader?.read().catch(() => undefined);
  await reader?.cancel().catch(() => {});
  return new TextDecoder().decode(read?.value?.subarray(0, MOST_SAID_BYTES));
}
