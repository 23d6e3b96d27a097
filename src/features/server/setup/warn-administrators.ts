import type { Realm } from "../../../realm/realm.ts";
import type { DatabaseSize } from "../../../realm/shipping/database-room.ts";
import { inMilliseconds, type Seconds } from "../../../util/time.ts";
import type { MailOutage } from "../../mail/public.ts";
import { sendDirectNotice } from "../../organization/notices/public.ts";
import { activeAdministrators } from "../../organization/users/public.ts";

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
const moment = (time: Seconds): string => `<time:${new Date(inMilliseconds(time)).toISOString()}>`;

/** Tells owners and administrators of the server's trouble. It is a message, since email may be what fails. */
function tellAdministrators(realm: Realm, content: string): void {
  for (const id of activeAdministrators(realm)) sendDirectNotice(realm, { to: id, content });
}

/** Tells that the database of the organization's texts fills up. */
export function warnOfFilling(realm: Realm, { bytes, limit }: DatabaseSize): void {
  if (limit === null) return;
  const share = Math.floor((100 * bytes) / limit);
  tellAdministrators(
    realm,
    `The database that keeps the texts of messages is ${share} % full (${gigabytes(bytes)} of ${gigabytes(limit)}). ` +
      "Once it's full, people can keep talking, but search and older messages wait until there is room. The server " +
      "administrator can move the organization to another database (`POST /organizations/move`), and you can set a message " +
      "retention in the organization's settings.",
  );
}

/** Tells that the disk of the server fills up. */
export function warnOfDisk(realm: Realm, { left, all }: { readonly left: number; readonly all: number }): void {
  const share = Math.floor((100 * left) / Math.max(1, all));
  tellAdministrators(
    realm,
    `The disk of this server is filling up: ${gigabytes(left)} of ${gigabytes(all)} are left (${share} %). Once it's full, ` +
      "no messages or files can be saved. Ask the server administrator to make room.",
  );
}

/** Tells that no email can be sent. */
export function warnOfMail(realm: Realm, { began_at, failures, reason }: MailOutage): void {
  tellAdministrators(
    realm,
    `This server hasn't been able to send email since ${moment(began_at)} (${failures} failed attempts). ` +
      `The last error: \`${reason.replaceAll("`", "'")}\`. Invitations, password reset links and email notifications ` +
      "don't arrive. Each email is retried for a day. Ask the server administrator to check the mail settings.",
  );
}

/** Tells that email can be sent again. */
export function tellOfMail(realm: Realm, { began_at }: MailOutage): void {
  tellAdministrators(realm, `Email works again. It had failed since ${moment(began_at)}.`);
}
