import type { Config } from "../../config/config.ts";
import type { Env } from "../../config/env.ts";
import { machineClock } from "../../util/clock.ts";
import { compose, type Mail } from "./compose.ts";
import { mimeOf, readMailbox, type Stamp } from "./mime.ts";
import { sendBySmtp } from "./smtp.ts";
import { type Hear, Unanswered, Unsent } from "./unsent.ts";

const DELIVERY_TIMEOUT_MS = 15_000;
/** Maximum bytes read of the service's response to an email. */
const MAX_SAID_BYTES = 1000;
const SILENT = "the mail service does not answer";

/** Sends an email through the deployment's service. Throws Unsent on failure. */
export async function transmit(
  { config, env }: { readonly config: Config; readonly env: Env },
  mail: Mail,
  stamp: Stamp,
  hear: Hear = () => {},
): Promise<void> {
  switch (config.mail) {
    case "platform":
      hear("> (the email, to Cloudflare)");
      await env.EMAIL?.send(mail);
      return;
    case "service":
      return post(env, mail, hear);
    case "smtp":
      return bySmtp(config, mail, stamp, hear);
    case "mailbox":
      throw new Unsent("mail is kept in the server's mailbox (/dev/mail), and goes nowhere");
    case "none":
      // Email was configured when this one was written, and may be again.
      throw new Unsent("mail isn't configured");
    default:
      config.mail satisfies never;
  }
}

async function bySmtp(config: Config, mail: Mail, stamp: Stamp, hear: Hear): Promise<void> {
  const { mailServer: server, rootDomain } = config;
  if (typeof server === "string") throw new Unsent(`MAIL_URL ${server}`);
  if (server === null) throw new Unsent("no mail server is configured");
  // A server without its own name identifies itself by IP address (RFC 5321, 4.1.3).
  const name = rootDomain.includes(".") ? rootDomain : "[127.0.0.1]";
  const envelope = { from: readMailbox(mail.from).address, to: readMailbox(mail.to).address };
  await sendBySmtp({ server, name, hear }, envelope, mimeOf(mail, stamp));
}

async function post({ MAIL_URL = "", MAIL_TOKEN }: Env, { replyTo, ...mail }: Mail, hear: Hear): Promise<void> {
  hear(`> POST ${withoutCredentials(MAIL_URL)}${MAIL_TOKEN ? " (with MAIL_TOKEN)" : ""}`);
  const response = await fetch(MAIL_URL, {
    method: "POST",
    headers: { "content-type": "application/json", ...(MAIL_TOKEN && { authorization: `Bearer ${MAIL_TOKEN}` }) },
    body: JSON.stringify({ ...mail, reply_to: replyTo }),
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  }).catch((error) => {
    throw error instanceof Error && error.name === "TimeoutError" ? new Unanswered(SILENT) : error;
  });
  const said = await beginningOf(response);
  hear(`< ${response.status} ${MAIL_TOKEN ? said.replaceAll(MAIL_TOKEN, "(secret)") : said}`);
  if (response.ok) return;
  // If the service rejects an email once, it always will. Any other failure may be temporary.
  const refuses = response.status === 400 || response.status === 422 ? "letter" : "nothing";
  throw new Unsent(`the mail service answers ${response.status}`, said, refuses);
}

/** Returns a URL without parts that may be secret. */
function withoutCredentials(address: string): string {
  const { origin, pathname } = URL.parse(address) ?? { origin: "MAIL_URL", pathname: "" };
  return origin + pathname;
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const read = await reader?.read().catch(() => undefined);
  await reader?.cancel().catch(() => {});
  return new TextDecoder().decode(read?.value?.subarray(0, MAX_SAID_BYTES));
}

/** Maximum recorded lines of a conversation, and maximum characters of each. */
const [MAX_LINES, MAX_CHARACTERS] = [200, 1000];

interface Trial {
  readonly conversation: readonly string[];
  /** Why the email wasn't sent; undefined if it was. */
  readonly problem: string | undefined;
}

/** Sends a test email that only says where it comes from, and reports the result. */
export async function tryMail(worker: { readonly config: Config; readonly env: Env }, to: string): Promise<Trial> {
  const { mailFrom, rootDomain } = worker.config;
  const paragraphs = [`This email was sent by the Parley server of ${rootDomain}, to see whether that works. It does.`];
  const mail = compose({ to, subject: `Test email from ${rootDomain}`, paragraphs }, mailFrom);
  const stamp = { id: crypto.randomUUID(), date: machineClock.milliseconds() };
  const conversation: string[] = [];
  const hear = (line: string) => {
    if (conversation.length < MAX_LINES) conversation.push(line.slice(0, MAX_CHARACTERS));
  };
  try {
    await transmit(worker, mail, stamp, hear);
    return { conversation, problem: undefined };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const said = error instanceof Unsent ? error.said.slice(0, MAX_CHARACTERS) : "";
    return { conversation, problem: said === "" ? message : `${message}: ${said}` };
  }
}
