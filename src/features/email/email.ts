import * as v from "valibot";
import { badRequest } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import { hook, type Realm } from "../../realm/realm.ts";
import { randomToken } from "../../util/random.ts";
import { seconds } from "../../util/time.ts";

const linkSchema = v.object({ label: v.string(), url: v.string() });

const excerptSchema = v.object({
  /** Name of the conversation, if the email covers several. */
  title: v.optional(linkSchema),
  messages: v.array(
    v.object({
      by: v.string(),
      at: v.string(),
      text: v.string(),
      /** The text as HTML that is safe in an email. */
      html: v.string(),
      /** Whether the message is shown only for context. */
      isEarlier: v.boolean(),
    }),
  ),
  /** Note about what isn't shown, such as "and 3 more". */
  more: v.optional(v.string()),
});
export type Excerpt = v.InferOutput<typeof excerptSchema>;

/** An email from the server: paragraphs of text, and a link for the one action its reader can take. */
const emailSchema = v.object({
  to: v.string(),
  subject: v.string(),
  paragraphs: v.array(v.string()),
  excerpts: v.optional(v.array(excerptSchema)),
  link: v.optional(linkSchema),
  /** Small print at the end: why the email was sent, and links for changing that. */
  footer: v.optional(v.object({ text: v.string(), links: v.array(linkSchema) })),
  headers: v.optional(v.record(v.string(), v.string())),
  /** Reply address. Without it, replies go nowhere. */
  replyTo: v.optional(v.string()),
});
export type EmailMessage = Readonly<v.InferOutput<typeof emailSchema>>;

/** An email in the outbox. Each attempt to send it has the same id and time. */
export const queuedEmailSchema = v.object({
  ...emailSchema.entries,
  id: v.optional(v.string()),
  written_at: v.optional(v.pipe(v.number(), v.transform(seconds))),
});
export type QueuedEmail = Readonly<v.InferOutput<typeof queuedEmailSchema>>;

const ID_LENGTH = 24;

export const MAIL_JOB = "mail";

export const canSendMail = (realm: Realm): boolean => realm.config.mail !== "none";

/** Throws if a request needs email but the server sends none. `instead` tells the user what to do. */
export function checkCanSendMail(realm: Realm, instead: string): void {
  if (!canSendMail(realm)) throw badRequest(`This server can't send email. ${instead}`);
}

/** True if the queue is so long that emails no one waits for should be postponed. */
export const isMailCongested = (realm: Realm): boolean => realm.outbox.isFull(MAIL_JOB);

/** Returns the number of queued emails, at most the queue's maximum. */
export const countWaitingEmails = (realm: Realm): number => realm.outbox.waiting(MAIL_JOB);

/** Whether an address belongs to an account without a mailbox. */
export const isUnreadHook = hook<[address: string], boolean>("is unread");

export const isUnread = (realm: Realm, address: string): boolean => realm.collect(isUnreadHook, address).some(Boolean);

/** Where an account without its own mailbox gets emails about messages. */
export interface OtherMailbox {
  readonly address: string;
  readonly forget: () => void;
}

export const otherMailboxHook = hook<[user: UserId], OtherMailbox | undefined>("other mailbox");

export const otherMailboxOf = (realm: Realm, user: UserId): OtherMailbox | undefined =>
  realm.collect(otherMailboxHook, user).find((mailbox) => mailbox !== undefined);

/** Sends an email once the current change commits. If the change is rolled back, nothing is sent. */
export function sendMail(realm: Realm, letter: EmailMessage): void {
  if (isUnread(realm, letter.to)) return;
  realm.outbox.add(MAIL_JOB, { ...letter, id: randomToken(realm.random, ID_LENGTH), written_at: realm.seconds() });
}
