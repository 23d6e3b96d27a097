import { badRequest } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";

/** A letter from the server: what it says, and the one thing that its reader may do. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
}

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
