import { setupAction } from "../../../../api/endpoint.ts";
import { boolean, count, optional } from "../../../../api/parameter.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { DatabaseSize } from "../../../../realm/replication/database-room.ts";
import { type Seconds, seconds, timeMarkup } from "../../../../util/time.ts";
import type { MailOutage } from "../../../email/hooks.ts";
import { activeAdministrators } from "../../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../../organization/accounts/email-language.ts";
import { sendDirectNotice } from "../../../organization/system-messages/system-messages.ts";
import { byOperator, organizationParams } from "../operator-account.ts";
import { mailOperator, mailOperatorOfFilling } from "./warn-operator.ts";
import { type WarningWords, warningsIn } from "./warning-words.ts";

interface MachineTrouble {
  /** Whether this organization emails the server's operator on behalf of all organizations. */
  readonly isForAll: boolean;
}

/**
 * Sends owners and administrators a message about the server. Doesn't use email, because email may be what is failing.
 */
function tellAdministrators(realm: Realm, write: (words: WarningWords) => string): void {
  for (const id of activeAdministrators(realm))
    sendDirectNotice(realm, { to: id, content: write(warningsIn(emailLanguage(realm, { id }))) });
}

function warn(realm: Realm, write: (words: WarningWords) => ReturnType<WarningWords["mail"]>): void {
  tellAdministrators(realm, (words) => {
    const { fact, advice } = write(words);
    return `${fact} ${advice}`;
  });
}

export function warnOfFilling(realm: Realm, { bytes, limit }: DatabaseSize): void {
  if (limit === null) return;
  warn(realm, ({ filling }) => filling(bytes, limit));
  mailOperatorOfFilling(realm, { bytes, limit });
}

export function noteRoom(realm: Realm): void {
  mailOperatorOfFilling(realm, null);
}

/** Warns that the database rejected rows of the organization, which were set aside. */
export function warnOfRefused(realm: Realm, rows: number): void {
  warn(realm, ({ refused }) => refused(rows));
  mailOperator(realm, ({ refused }) => refused(rows));
}

function warnOfDisk(realm: Realm, { left, all, isForAll }: MachineTrouble & { left: number; all: number }): void {
  warn(realm, ({ disk }) => disk(left, all));
  if (isForAll) mailOperator(realm, ({ disk }) => disk(left, all));
}

function warnOfBackup(realm: Realm, { last, isForAll }: MachineTrouble & { last: Seconds }): void {
  warn(realm, ({ backup }) => backup(timeMarkup(last)));
  if (isForAll) mailOperator(realm, ({ backup }, plain) => backup(plain(last)));
}

export function warnOfMail(realm: Realm, { began_at, failures, reason }: MailOutage): void {
  warn(realm, ({ mail }) => mail(timeMarkup(began_at), failures, reason.replaceAll("`", "'")));
}

export function notifyAdminsOfMail(realm: Realm, { began_at }: MailOutage): void {
  tellAdministrators(realm, ({ mailAgain }) => mailAgain(timeMarkup(began_at)));
}

// Called by `npm start` to warn an organization's owners and administrators of a problem with the machine.

/** Whether the organization also emails the server's operator. One organization does so for all. */
const forOperator = optional(boolean, false);

export const warnOfDiskEndpoint = setupAction({
  route: "POST /organizations/disk_warning",
  limited: "files",
  params: { ...organizationParams, left_bytes: count, all_bytes: count, for_operator: forOperator },
  ...byOperator,
  run({ realm, params: { left_bytes, all_bytes, for_operator } }) {
    warnOfDisk(realm, { left: left_bytes, all: all_bytes, isForAll: for_operator });
  },
});

export const warnOfBackupEndpoint = setupAction({
  route: "POST /organizations/backup_warning",
  limited: "files",
  params: { ...organizationParams, last_at: count, for_operator: forOperator },
  ...byOperator,
  run({ realm, params: { last_at, for_operator } }) {
    warnOfBackup(realm, { last: seconds(last_at), isForAll: for_operator });
  },
});
