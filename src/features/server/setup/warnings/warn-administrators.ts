import type { Realm } from "../../../../realm/realm.ts";
import type { DatabaseSize } from "../../../../realm/shipping/database-room.ts";
import { inMilliseconds, type Seconds } from "../../../../util/time.ts";
import type { MailOutage } from "../../../mail/hooks.ts";
import { sendDirectNotice } from "../../../organization/notices/notices.ts";
import { letterLanguage } from "../../../organization/users/letter-language.ts";
import { activeAdministrators } from "../../../organization/users/users.ts";
import { mailOperator, mailOperatorOfFilling } from "./warn-operator.ts";
import { type WarningWords, warningWords } from "./warning-words.ts";

interface MachineTrouble {
  /** Whether this organization tells the server's operator, for all of them. */
  readonly isForAll: boolean;
}

const moment = (time: Seconds): string => `<time:${new Date(inMilliseconds(time)).toISOString()}>`;

/** Tells owners and administrators something about the server. It is a message, since email may be what fails. */
function tellAdministrators(realm: Realm, write: (words: WarningWords) => string): void {
  for (const id of activeAdministrators(realm))
    sendDirectNotice(realm, { to: id, content: write(warningWords[letterLanguage(realm, { id })]) });
}

/** Tells owners and administrators of a trouble of the server. */
function warn(realm: Realm, write: (words: WarningWords) => ReturnType<WarningWords["mail"]>): void {
  tellAdministrators(realm, (words) => {
    const { fact, advice } = write(words);
    return `${fact} ${advice}`;
  });
}

/** Tells that the database of the organization's texts fills up. */
export function warnOfFilling(realm: Realm, { bytes, limit }: DatabaseSize): void {
  if (limit === null) return;
  warn(realm, ({ filling }) => filling(bytes, limit));
  mailOperatorOfFilling(realm, { bytes, limit });
}

/** Notes that the database has room again. */
export function noteRoom(realm: Realm): void {
  mailOperatorOfFilling(realm, null);
}

/** Tells that the database refuses rows of the organization, which were set aside. */
export function warnOfRefused(realm: Realm, rows: number): void {
  warn(realm, ({ refused }) => refused(rows));
  mailOperator(realm, ({ refused }) => refused(rows));
}

/** Tells that the disk of the server fills up. */
export function warnOfDisk(
  realm: Realm,
  { left, all, isForAll }: MachineTrouble & { left: number; all: number },
): void {
  warn(realm, ({ disk }) => disk(left, all));
  if (isForAll) mailOperator(realm, ({ disk }) => disk(left, all));
}

/** Tells that the last backup of the server is old. */
export function warnOfBackup(realm: Realm, { last, isForAll }: MachineTrouble & { last: Seconds }): void {
  warn(realm, ({ backup }) => backup(moment(last)));
  if (isForAll) mailOperator(realm, ({ backup }, plain) => backup(plain(last)));
}

/** Tells that no email can be sent. */
export function warnOfMail(realm: Realm, { began_at, failures, reason }: MailOutage): void {
  warn(realm, ({ mail }) => mail(moment(began_at), failures, reason.replaceAll("`", "'")));
}

/** Tells that email can be sent again. */
export function notifyAdminsOfMail(realm: Realm, { began_at }: MailOutage): void {
  tellAdministrators(realm, ({ mailAgain }) => mailAgain(moment(began_at)));
}
