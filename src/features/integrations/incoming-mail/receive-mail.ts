import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Env } from "../../../config/env.ts";
import type { MailPattern } from "../../../config/mail-pattern.ts";
import { databasesOf } from "../../../database/databases.ts";
import { subdomainOfNumber } from "../../../database/subdomain-of-number.ts";
import type { Endpoint } from "../../../endpoints/endpoint.ts";
import type { ApiRequest } from "../../../http/api-request.ts";
import { fieldsOf } from "../../../http/request-values.ts";
import { serveEndpoint } from "../../../http/serve-endpoint.ts";
import { failure } from "../../../protocol/envelope.ts";
import { failureOf } from "../../../rpc/failure-of.ts";
import { inTurn } from "../../files/storage/pictures/turns.ts";
import { fromBase32 } from "./base32.ts";
import { lookUpMailboxEndpoint } from "./look-up-mailbox.ts";
import { CHANNEL_TOKEN_BYTES, type MailAddress, readMailAddress } from "./mail-address.ts";
import { type MailOutcome, noMailbox, tooLargeMail, unreadable } from "./mail-outcome.ts";
import { topicOfSubject } from "./mail-topic.ts";
import { postMailEndpoint } from "./post-mail.ts";
import { LARGE_BYTES, type ReadMail, readMail, UnreadableMail } from "./read-mail.ts";
import { realmOfReplyToken } from "./reply-tokens.ts";
import { textOfMail } from "./text-of-mail.ts";

/** The address of a page that stops letters, as letters have it (RFC 8058). */
const UNSUBSCRIBE = /https?:\/\/[^\s<>()[\]"]{1,300}\/unsubscribe\/[\w.-]{20,200}/g;
const ADDRESS = /[\w.+-]{20,120}@[\w.-]{1,200}\w/g;

/**
 * A mail without what would let its readers act for its sender: addresses that mail comes in by, and the links of letters
 * that stop them. Mail that quotes a letter has both.
 */
const withoutAddresses = (text: string, pattern: MailPattern): string =>
  text
    .replace(UNSUBSCRIBE, "(link)")
    .replace(ADDRESS, (address) => (readMailAddress(pattern, address) === undefined ? address : "(address)"));

/** Subdomains by the organizations' numbers, which never change. */
const known = new Map<number, string>();
const MAX_KNOWN = 1000;

/** The subdomain of the organization that an address is of; undefined where there is none. */
async function organizationOf(env: Env, address: MailAddress): Promise<string | undefined> {
  const number = numberIn(address);
  if (number === undefined || number < 1) return undefined;
  const found = known.get(number) ?? (await subdomainOfNumber(databasesOf(env), number));
  if (found === undefined) return undefined;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(number, found);
  return found;
}

function numberIn({ kind, token }: MailAddress): number | undefined {
  if (kind === "reply") return realmOfReplyToken(token);
  const bytes = fromBase32(token);
  return bytes && Buffer.from(bytes).readUIntBE(0, CHANNEL_TOKEN_BYTES.realm);
}

/** A mail as a server for mail hands it over. */
export interface IncomingMail {
  /** The envelope's recipient, which is where the mail goes; and its sender, which is empty for reports of failures. */
  readonly to: string;
  readonly from: string | null;
  /** The number of its bytes; infinite where nobody has said so. */
  readonly size: number;
  /** The bytes of the mail, or undefined where they are too many. */
  readonly bytes: () => Promise<Uint8Array | undefined>;
}

const nobodyElse = async () => undefined;

type Receiver = Pick<ApiRequest, "context" | "facts">;

/** Takes a mail: finds out whom it is for, and makes a message of it. */
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

/** Whether a program has written the mail that would go on for ever: a letter of this server, or an answer by itself. */
const isLoop = ({ isOwnLetter, isAutomatic }: ReadMail, { kind }: MailAddress, from: string | null): boolean =>
  isOwnLetter || (kind === "reply" && (isAutomatic || from === "" || from === "<>"));

/** Serves one of this feature's endpoints in the organization that the mail is for. */
async function call(
  { context, facts, subdomain }: Inside,
  endpoint: Endpoint,
  fields: Readonly<Record<string, string>>,
  files: readonly File[],
) {
  const response = await serveEndpoint({
    ...{ context, endpoint, facts, subdomain, upgrades: false, credentials: () => null },
    fields: { ...fieldsOf(new Map(Object.entries(fields))), files: files.map((file) => ({ field: "file", file })) },
  });
  return readAnswer(response);
}

const answerSchema = v.object({
  msg: v.fallback(v.string(), ""),
  outcome: v.fallback(v.picklist(["posted", "repeated", "told", "dropped"]), "dropped"),
});

/** The meaning of an answer for whoever delivers: what may pass is to be delivered again. */
async function readAnswer(response: Response): Promise<{ readonly ok: boolean; readonly outcome: MailOutcome }> {
  const { msg, outcome } = v.parse(answerSchema, await response.json());
  if (response.ok) return { ok: true, outcome: { kind: "taken", outcome } };
  if (response.status === 429 || response.status >= 500) return { ok: false, outcome: { kind: "later", text: msg } };
  return { ok: false, outcome: response.status === 404 ? noMailbox() : { kind: "refused", code: "5.7.1", text: msg } };
}
