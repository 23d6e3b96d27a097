import { notFound } from "../../../protocol/errors.ts";
import { toUserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { changePersonalSetting } from "../../channels/channels/channel-events.ts";
import { subscriptionsOf } from "../../channels/channels/channels.ts";
import { isUnread, MAIL_JOB, type OtherMailbox, otherMailboxOf } from "../../email/email.ts";
import { signed, verified } from "../../email/signed-token.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { changeOwnSettings } from "../user-settings/user-settings.ts";

const KINDS = ["messages", "digest", "logins"] as const;
export type EmailKind = (typeof KINDS)[number];

const PURPOSE = "unsubscribe";

/**
 * Returns the URL for an account to unsubscribe from a kind of email without a login. It is valid as long as the
 * account exists.
 */
const unsubscribeUrl = (realm: Realm, { id }: Pick<User, "id">, kind: EmailKind): string =>
  `${realm.url}/unsubscribe/${signed(realm, PURPOSE, `${kind} ${id}`)}`;

/** Returns the unsubscribe URL, and the headers that let email programs offer to unsubscribe (RFC 8058). */
export function waysToUnsubscribe(realm: Realm, user: Pick<User, "id">, kind: EmailKind) {
  const url = unsubscribeUrl(realm, user, kind);
  return {
    url,
    headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

export const dropEmails = (realm: Realm, user: Pick<User, "id">, kind: EmailKind): void =>
  realm.outbox.drop(MAIL_JOB, unsubscribeUrl(realm, user, kind), () => true);

/** Drops an account's queued emails that quote messages. */
export function dropQuotes(realm: Realm, user: User): void {
  for (const kind of ["messages", "digest"] as const) dropEmails(realm, user, kind);
}

interface Stopped {
  readonly user: User;
  readonly kind: EmailKind;
  readonly other: OtherMailbox | undefined;
}

/** Returns the kind of email that a token unsubscribes from, and the recipient. */
export function accessByToken(realm: Realm, token: string): Stopped {
  const [kind, id] = verified(realm, PURPOSE, token)?.split(" ") ?? [];
  const known = KINDS.find((one) => one === kind);
  const user = known === undefined ? undefined : findUser(realm, toUserId(Number(id)));
  const other = user && otherMailboxOf(realm, user.id);
  if (known === undefined || user?.is_active !== 1 || (other === undefined && isUnread(realm, user.delivery_email))) {
    throw notFound("This link isn't valid, or has expired.");
  }
  return { user, kind: known, other };
}

/** Turns off all settings for a kind of email, or deletes the address if it is stored only for such emails. */
export function stopEmails(realm: Realm, { user, kind, other }: Stopped): void {
  if (other !== undefined) {
    other.forget();
    return;
  }
  switch (kind) {
    case "messages":
      changeOwnSettings(realm, user, {
        enable_offline_email_notifications: false,
        enable_followed_topic_email_notifications: false,
        enable_stream_email_notifications: false,
      });
      for (const row of subscriptionsOf(realm, user.id)) {
        if (row.email_notifications === 1)
          changePersonalSetting(realm, row, { name: "email_notifications", value: false });
      }
      return;
    case "digest":
      changeOwnSettings(realm, user, { enable_digest_emails: false });
      return;
    case "logins":
      changeOwnSettings(realm, user, { enable_login_emails: false });
      return;
    default:
      kind satisfies never;
  }
}
