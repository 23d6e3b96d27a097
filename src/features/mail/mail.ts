import * as v from "valibot";
import { badRequest } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";

/** An email from the server: its text in paragraphs, and a link to the one thing that its reader may do. */
export const letterSchema = v.object({
  to: v.string(),
  subject: v.string(),
  paragraphs: v.array(v.string()),
  link: v.optional(v.object({ label: v.string(), url: v.string() })),
});
export type Letter = Readonly<v.InferOutput<typeof letterSchema>>;

export const MAIL_JOB = "mail";

export const canSendMail = (realm: Realm): boolean => realm.config.mail !== "none";

/** Refuses a request that needs email on a server that sends none; `instead` says what the user can do. */
export function checkCanSendMail(realm: Realm, instead: string): void {
  if (!canSendMail(realm)) throw badRequest(`This server cannot send email. ${instead}`);
}

/** Sends an email once the current change is committed; a change that is rolled back sends none. */
export function sendMail(realm: Realm, letter: Letter): void {
  realm.outbox.add(MAIL_JOB, letter);
}
