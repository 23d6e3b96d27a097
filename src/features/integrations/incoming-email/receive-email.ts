import type { Env } from "../../../config/env.ts";
import { deploymentOf } from "../../../http/http-context.ts";
import { Log } from "../../../logging/log.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { concatBytes } from "../../../util/join-bytes.ts";
import { type IncomingMail, type MailOutcome, receiveMail } from "./receive-mail.ts";

type EmailMessage = Pick<ForwardableEmailMessage, "from" | "to" | "raw" | "rawSize" | "setReject">;

/** Receives an email from Cloudflare. If this throws, the sender's server delivers it again. */
export async function receiveEmail(message: EmailMessage, bindings: Env): Promise<void> {
  const { config, env } = deploymentOf(bindings);
  const id = crypto.randomUUID();
  const trail = { request: id, method: "EMAIL", route: "email" };
  const log = new Log(trail);
  const facts = { id, origin: "", address: "", userAgent: "", client: "Email" };
  const { from, to, raw, rawSize } = message;
  const arrival: IncomingMail = {
    from,
    to,
    size: rawSize,
    bytes: () => (rawSize > MAX_BYTES ? tooMany() : readBytes(raw)),
  };
  const result = await receiveMail({ context: { config, env, log, trail }, facts }, arrival);
  if (result.kind === "refused") message.setReject(`${result.code} ${result.text}`);
  noteRefusal(log, result);
  if (result.kind === "later") throw new Error(result.text);
}

/** Logs a refused email, except to nonexistent addresses, because every domain gets such email. */
export function noteRefusal(log: Log, result: MailOutcome): void {
  if (result.kind === "refused" && result.code !== "5.1.1") log.warn("mail_not_taken", { code: result.code });
}

const { mail_bytes: MAX_BYTES } = limits.request;
/** Bytes of an email to read before yielding to other requests. */
const TURN = 1_048_576;
const tooMany = async () => undefined;

export async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream) {
    const turns = Math.floor(length / TURN);
    length += piece.length;
    if (length > MAX_BYTES) return undefined;
    pieces.push(piece);
    // Reading chunks that have already arrived never yields to the event loop.
    if (Math.floor(length / TURN) > turns) await scheduler.wait(0);
  }
  return concatBytes(pieces);
}
