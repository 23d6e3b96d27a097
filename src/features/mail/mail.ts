import * as v from "valibot";
import { badRequest } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";

/** A letter from the server: what it says, and the one thing that its reader may do. */
export const letterSchema = v.object({
  to: v.string(),
  subject: v.string(),
  paragraphs: v.array(v.string()),
  link: v.optional(v.object({ label: v.string(), url: v.string() })),
});
export type Letter = Readonly<v.InferOutput<typeof letterSchema>>;

export const MAIL_JOB = "mail";

export const canSendMail = (realm: Realm): boolean => realm.config.mail !== "none";

/** Refuses what needs mail where there is none; `instead` says what to do. */
export function checkCanSendMail(realm: Realm, instead: string): void {
  if (!canSendMail(realm)) throw badRequest(`This server cannot send email. ${instead}`);
}

/** Sends a letter after the change that it belongs to: if that is undone, no letter leaves. */
export function sendMail(realm: Realm, letter: Letter): void {
  realm.outbox.add(MAIL_JOB, letter);
}
