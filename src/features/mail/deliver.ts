import type { Config } from "../../config/config.ts";
import type { Env } from "../../config/env.ts";
import type { Log } from "../../logging/log.ts";
import type { Realm } from "../../realm/realm.ts";
import { compose, type Mail } from "./compose.ts";
import type { Letter } from "./mail.ts";
import { keepInMailbox } from "./mailbox.ts";

const PATIENCE_MS = 15_000;

/** The job that sends an email by the deployment's transport. When it throws, the outbox runs it again later. */
export async function deliver(
  { realm, env, log }: { realm: Realm; env: Env; log: Log },
  letter: Letter,
): Promise<void> {
  const mail = compose(letter, realm.config.mailFrom);
  const transport: Config["mail"] = realm.config.mail;
  switch (transport) {
    case "platform":
      await env.EMAIL?.send(mail);
      return;
    case "service":
      return post(env, mail, log);
    case "mailbox":
      return keepInMailbox(realm, letter, mail);
    case "none":
      // Mail was configured when the email was written, and may be again.
      throw new Error("no way to send mail is configured");
    default:
      transport satisfies never;
  }
}

async function post({ MAIL_URL = "", MAIL_TOKEN }: Env, { replyTo, ...mail }: Mail, log: Log): Promise<void> {
  const response = await fetch(MAIL_URL, {
    method: "POST",
    headers: { "content-type": "application/json", ...(MAIL_TOKEN && { authorization: `Bearer ${MAIL_TOKEN}` }) },
    body: JSON.stringify({ ...mail, reply_to: replyTo }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.body?.cancel();
  if (response.ok) return;
  // An email that the service refuses once is refused for ever; any other failure may pass.
  if (response.status === 400 || response.status === 422) {
    log.warn("mail_refused", { status: response.status });
    return;
  }
  throw new Error(`the mail service answers ${response.status}`);
}
