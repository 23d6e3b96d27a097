import {
  type ConversationId,
  type MessageId,
  type TopicId,
  toConversationId,
  toMessageId,
  toTopicId,
  toUserId,
  type UserId,
} from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { dayOf } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { signatureOf } from "../../email/signed-token.ts";
import { REPLY_PREFIX, replyAddress } from "./mail-address.ts";

/** Lowercase, and still decodable if mail servers change the case of an address. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Encodes bytes with five bits per character (RFC 4648, without padding). */
export function toBase32(bytes: Uint8Array): string {
  let text = "";
  let [bits, held] = [0, 0];
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += ALPHABET[(bits >> held) & 31];
    }
  }
  return held > 0 ? text + ALPHABET[(bits << (5 - held)) & 31] : text;
}

/** Decodes Base32, dropping leftover bits. Returns undefined if the text has other characters. */
export function fromBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return undefined;
    bits = ((bits << 5) | value) & 0xffff;
    held += 5;
    if (held < 8) continue;
    held -= 8;
    bytes.push((bits >> held) & 255);
  }
  return Uint8Array.from(bytes);
}

/** Days that a notification accepts replies. */
const LIFETIME_DAYS = 30;
const SIGNATURE_BYTES = 12;
const PURPOSE = "reply";

/** What the reply address of a notification refers to. */
interface ReplyPlace {
  readonly user: UserId;
  /** Newest message in the notification. */
  readonly message: MessageId;
  /** The message's conversation when the notification was sent. */
  readonly conversation: ConversationId;
  readonly topic: TopicId | null;
}

/**
 * Returns a token for replying to a notification, valid for a month and stored nowhere. Like a login link, it lets
 * anyone who has the notification post as that user.
 */
function replyToken(realm: Realm, user: UserId, newest: MessageIndexRow): string {
  const { id, conversation_id, topic_id } = newest;
  const said = numbers([realm.id, user, id, conversation_id, topic_id ?? 0, dayOf(realm.seconds())]);
  return REPLY_PREFIX + toBase32(Buffer.from(said + signature(realm, said), "hex"));
}

/** Parses a token. Returns undefined if this organization didn't issue it, or it has expired. */
export function readReplyToken(realm: Realm, token: string): ReplyPlace | undefined {
  const bytes = fromBase32(token.slice(REPLY_PREFIX.length));
  if (bytes === undefined || bytes.length <= SIGNATURE_BYTES) return undefined;
  const digits = Buffer.from(bytes).toString("hex");
  const said = digits.slice(0, -2 * SIGNATURE_BYTES);
  if (!isSameSecret(digits.slice(said.length), signature(realm, said))) return undefined;
  const [, user = 0, message = 0, conversation = 0, topic = 0, day = 0] = readNumbers(Buffer.from(said, "hex"));
  if (dayOf(realm.seconds()) - day > LIFETIME_DAYS) return undefined;
  return {
    user: toUserId(user),
    message: toMessageId(message),
    conversation: toConversationId(conversation),
    topic: topic === 0 ? null : toTopicId(topic),
  };
}

/** Returns the organization's number from a reply token, or undefined if it can't be one. */
export function realmOfReplyToken(token: string): number | undefined {
  const bytes = fromBase32(token.slice(REPLY_PREFIX.length));
  return bytes && readNumbers(bytes)[0];
}

const signature = (realm: Realm, said: string): string =>
  signatureOf(realm, PURPOSE, said).slice(0, 2 * SIGNATURE_BYTES);

/**
 * Encodes numbers as hexadecimal bytes with seven bits each, lowest first. All but a number's last byte have the eighth
 * bit set.
 */
function numbers(values: readonly number[]): string {
  const bytes: number[] = [];
  for (const value of values) {
    let left = value;
    while (left > 127) {
      bytes.push(128 | (left % 128));
      left = Math.floor(left / 128);
    }
    bytes.push(left);
  }
  return Buffer.from(bytes).toString("hex");
}

function readNumbers(bytes: Uint8Array): number[] {
  const values: number[] = [];
  let [value, unit] = [0, 1];
  for (const byte of bytes) {
    value += (byte & 127) * unit;
    unit *= 128;
    if (byte & 128) continue;
    values.push(value);
    [value, unit] = [0, 1];
  }
  return values;
}

/** Returns the address for replying to a notification, or undefined if this server receives no email. */
export const replyAddressFor = (realm: Realm, user: UserId, newest: MessageIndexRow): string | undefined =>
  realm.config.mailIn === null ? undefined : replyAddress(realm.config.mailIn, replyToken(realm, user, newest));
