import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Endpoint } from "../../../api/endpoint.ts";
import type { Env } from "../../../config/env.ts";
import type { MailPattern } from "../../../config/mail-pattern.ts";
import { databasesOf, subdomainOfNumber } from "../../../database/databases.ts";
import type { ApiRequest } from "../../../http/api-request.ts";
import { textFields } from "../../../http/request-values.ts";
import { serveEndpoint } from "../../../http/serve-endpoint.ts";
import { failure } from "../../../protocol/envelope.ts";
import { failureOf } from "../../../rpc/failure-of.ts";
import { inTurn } from "../../files/storage/pictures/turns.ts";
import { lookUpMailboxEndpoint } from "./look-up-mailbox.ts";
import { CHANNEL_TOKEN_BYTES, type MailAddress, readMailAddress } from "./mail-address.ts";
import { topicOfSubject } from "./mail-topic.ts";
import { postMailEndpoint } from "./post-mail.ts";
import { LARGE_BYTES, type ReadMail, readMail, UnreadableMail } from "./read-mail.ts";
import { fromBase32, realmOfReplyToken } from "./reply-tokens.ts";
import { textOfMail } from "./text-of-mail.ts";

/** The response to the delivering server, with the codes of RFC 3463. */
export type MailOutcome =
  /** Accepted, even if no message was created because the email is a duplicate or automatic. */
  | { readonly kind: "taken"; readonly outcome: "posted" | "repeated" | "told" | "dropped" }
  /** Refused permanently. The sender gets a bounce. */
  | { readonly kind: "refused"; readonly code: "5.1.1" | "5.3.4" | "5.6.0" | "5.7.1"; readonly text: string }
  /** Refused temporarily. The email should be delivered again. */
  | { readonly kind: "later"; readonly text: string };

const noMailbox = (): MailOutcome => ({
  kind: "refused",
  code: "5.1.1",
  text: "Bad destination mailbox address",
});
const tooLargeMail = (): MailOutcome => ({ kind: "refused", code: "5.3.4", text: "Message too big" });
const unreadable = (text: string): MailOutcome => ({ kind: "refused", code: "5.6.0", text });

/** The unsubscribe URL in notifications (RFC 8058). */
const UNSUBSCRIBE = /https?:\/\/[^\s<>()[\]"]{1,300}\/unsubscribe\/[\w.-]{20,200}/g;
const ADDRESS = /[\w.+-]{20,120}@[\w.-]{1,200}\w/g;

/**
 * Removes everything that would let readers act as the sender: reply addresses and unsubscribe links. Emails that quote
 * a notification contain both.
 */
const withoutAddresses = (text: string, pattern: MailPattern): string =>
  text
    .replace(UNSUBSCRIBE, "(link)")
    .replace(ADDRESS, (address) => (readMailAddress(pattern, address) === undefined ? address : "(address)"));

/** Subdomains by organization number. Cached, because they never change. */
const known = new Map<number, string>();
const MAX_KNOWN = 1000;

/** Returns the subdomain of an address's organization, or undefined if there is none. */
async function organizationOf(env: Env, address: MailAddress): Promise<string | undefined> {
  const number = organizationNumber(address);
  if (number === undefined || number < 1) return undefined;
  const found = known.get(number) ?? (await subdomainOfNumber(databasesOf(env), number));
  if (found === undefined) return undefined;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(number, found);
  return found;
}

function organizationNumber({ kind, token }: MailAddress): number | undefined {
  if (kind === "reply") return realmOfReplyToken(token);
  const bytes = fromBase32(token);
  return bytes && Buffer.from(bytes).readUIntBE(0, CHANNEL_TOKEN_BYTES.realm);
}

export interface IncomingMail {
  /** Envelope recipient, which determines the destination. */
  readonly to: string;
  /** Envelope sender; empty for bounces. */
  readonly from: string | null;
  /** Size in bytes; infinite if unknown. */
  readonly size: number;
  /** The email's bytes, or undefined if there are too many. */
  readonly bytes: () => Promise<Uint8Array | undefined>;
}

const nobodyElse = async () => undefined;

type Receiver = Pick<ApiRequest, "context" | "facts">;

/** Receives an email, and creates a message from it in its destination. */
export async function receiveMail(receiver: Receiver, arrival: IncomingMail): Promise<MailOutcome> {
  const { facts } = receiver;
  const { config, env, log, trail } = receiver.context;
  const { mailIn: pattern } = config;
  const address = pattern && readMailAddress(pattern, arrival.to);
  if (!address) return noMailbox();
  try {
    const subdomain = await organizationOf(env, address);
    if (subdomain === undefined) return noMailbox();
    trail.subdomain = subdomain;
    const inside: Inside = { ...receiver, subdomain, address, pattern };
    const found = await call(inside, lookUpMailboxEndpoint, { token: address.token }, []);
    if (!found.ok) return found.outcome;
    const take = async () => {
      const bytes = await arrival.bytes();
      return bytes === undefined ? tooLargeMail() : await post(inside, arrival, bytes);
    };
    if (arrival.size <= LARGE_BYTES) return await take();
    return (await inTurn(`mail ${facts.id}`, nobodyElse, take)) ?? { kind: "later", text: "Too many large mails" };
  } catch (error) {
    return (await readAnswer(failure(failureOf(error, log)))).outcome;
  }
}

interface Inside extends Receiver {
  readonly subdomain: string;
  readonly address: MailAddress;
  readonly pattern: MailPattern;
}

async function post(inside: Inside, { from }: IncomingMail, bytes: Uint8Array): Promise<MailOutcome> {
  const { address, pattern } = inside;
  const mail = await readMail(bytes).catch((error: unknown) => {
    if (error instanceof UnreadableMail) return error;
    throw error;
  });
  if (mail instanceof UnreadableMail) return unreadable(mail.message);
  if (isLoop(mail, address, from)) return { kind: "taken", outcome: "dropped" };
  const fields = {
    token: address.token,
    mail_id: mail.id ?? createHash("sha256").update(bytes).digest("base64url"),
    topic: topicOfSubject(mail.subject),
    content: withoutAddresses(textOfMail(mail, address.options), pattern),
    files: String(mail.files.length),
    is_cut: String(mail.hasMoreFiles),
  };
  return (await call(inside, postMailEndpoint, fields, mail.files)).outcome;
}

/**
 * Whether accepting the email could start a loop, because it is a notification of this server or an automatic reply.
 */
const isLoop = ({ isOwnLetter, isAutomatic }: ReadMail, { kind }: MailAddress, from: string | null): boolean =>
  isOwnLetter || (kind === "reply" && (isAutomatic || from === "" || from === "<>"));

/** Calls one of this feature's endpoints in the email's organization. */
async function call(
  { context, facts, subdomain }: Inside,
  endpoint: Endpoint,
  fields: Readonly<Record<string, string>>,
  files: readonly File[],
) {
  const response = await serveEndpoint({
    ...{ context, endpoint, facts, subdomain, upgrades: false, credentials: () => null },
    fields: { ...textFields(new Map(Object.entries(fields))), files: files.map((file) => ({ field: "file", file })) },
  });
  return readAnswer(response);
}

const answerSchema = v.object({
  msg: v.fallback(v.string(), ""),
  outcome: v.fallback(v.picklist(["posted", "repeated", "told", "dropped"]), "dropped"),
});

/** Interprets an endpoint's response. After a temporary error, the delivering server should try again. */
async function readAnswer(response: Response): Promise<{ readonly ok: boolean; readonly outcome: MailOutcome }> {
  const { msg, outcome } = v.parse(answerSchema, await response.json());
  if (response.ok) return { ok: true, outcome: { kind: "taken", outcome } };
  if (response.status === 429 || response.status >= 500) return { ok: false, outcome: { kind: "later", text: msg } };
  return { ok: false, outcome: response.status === 404 ? noMailbox() : { kind: "refused", code: "5.7.1", text: msg } };
}
