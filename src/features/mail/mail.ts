import * as v from "valibot";
import { badRequest } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";
import { randomToken } from "../../util/random.ts";
import { seconds } from "../../util/time.ts";

const linkSchema = v.object({ label: v.string(), url: v.string() });

/** A part of a letter that shows messages of one conversation. */
const excerptSchema = v.object({
  /** The conversation's name, where the letter is about several. */
  title: v.optional(linkSchema),
  messages: v.array(
    v.object({
      /** The writer's name, and the time. */
      by: v.string(),
      at: v.string(),
      text: v.string(),
      /** The same as HTML that is safe in a letter. */
      html: v.string(),
      /** Whether it is shown only for its context. */
      isEarlier: v.boolean(),
    }),
  ),
  /** The note about what is not shown, such as "and 3 more". */
  more: v.optional(v.string()),
});
export type Excerpt = v.InferOutput<typeof excerptSchema>;

/** An email from the server: its text in paragraphs, and a link to the one thing that its reader may do. */
const letterSchema = v.object({
  to: v.string(),
  subject: v.string(),
  paragraphs: v.array(v.string()),
  /** Messages, after the paragraphs. */
  excerpts: v.optional(v.array(excerptSchema)),
  link: v.optional(linkSchema),
  /** In small print at the end: why the letter came, and links to what can be done about it. */
  footer: v.optional(v.object({ text: v.string(), links: v.array(linkSchema) })),
  headers: v.optional(v.record(v.string(), v.string())),
  /** The address for replies; they go nowhere without it. */
  replyTo: v.optional(v.string()),
});
export type EmailMessage = Readonly<v.InferOutput<typeof letterSchema>>;

/** A letter in the outbox. Each attempt to send it has the same id and time. */
export const queuedLetterSchema = v.object({
  ...letterSchema.entries,
  id: v.optional(v.string()),
  written_at: v.optional(v.pipe(v.number(), v.transform(seconds))),
});
export type QueuedEmail = Readonly<v.InferOutput<typeof queuedLetterSchema>>;

const ID_LENGTH = 24;

export const MAIL_JOB = "mail";

export const canSendMail = (realm: Realm): boolean => realm.config.mail !== "none";

/** Refuses a request that needs email on a server that sends none; `instead` says what the user can do. */
export function checkCanSendMail(realm: Realm, instead: string): void {
  if (!canSendMail(realm)) throw badRequest(`This server can't send email. ${instead}`);
}

/** Whether so many letters wait to be sent that those which nobody waits for should be written later. */
export const isMailCongested = (realm: Realm): boolean => realm.outbox.isFull(MAIL_JOB);

/** The number of letters that wait to be sent, at most as many as may. */
export const waitingLetters = (realm: Realm): number => realm.outbox.waiting(MAIL_JOB);

/** Sends an email once the current change is committed; a change that is rolled back sends none. */
export function sendMail(realm: Realm, letter: EmailMessage): void {
  realm.outbox.add(MAIL_JOB, { ...letter, id: randomToken(realm.random, ID_LENGTH), written_at: realm.seconds() });
}
