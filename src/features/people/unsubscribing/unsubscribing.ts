import { notFound } from "../../../protocol/errors.ts";
import { toUserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { changePersonalSetting } from "../../channels/channels/channel-events.ts";
import { subscriptionsOf } from "../../channels/channels/channels.ts";
import { signed, verified } from "../../mail/signed-token.ts";
import { findUser, type User } from "../../organization/users/users.ts";
import { changeSettings } from "../settings/settings.ts";

/** The kinds of letters that whoever gets them can stop. */
const KINDS = ["messages", "digest", "logins"] as const;
export type EmailKind = (typeof KINDS)[number];

const PURPOSE = "unsubscribe";

/** The address at which an account stops letters of a kind without a login. It is good for as long as the account is. */
const unsubscribeUrl = (realm: Realm, { id }: Pick<User, "id">, kind: EmailKind): string =>
  `${realm.url}/unsubscribe/${signed(realm, PURPOSE, `${kind} ${id}`)}`;

/** That address, and the headers by which programs for mail offer to stop such letters (RFC 8058). */
export function waysToUnsubscribe(realm: Realm, user: Pick<User, "id">, kind: EmailKind) {
  const url = unsubscribeUrl(realm, user, kind);
  return {
    url,
    headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}

/** The letters that a token stops, and the user who gets them. */
export function accessByToken(realm: Realm, token: string): { readonly user: User; readonly kind: EmailKind } {
  const [kind, id] = verified(realm, PURPOSE, token)?.split(" ") ?? [];
  const known = KINDS.find((one) => one === kind);
  const user = known === undefined ? undefined : findUser(realm, toUserId(Number(id)));
  if (known === undefined || user?.is_active !== 1) throw notFound("This link isn't valid, or has expired.");
  return { user, kind: known };
}

/** Turns off all settings by which an account gets letters of a kind. */
export function stopLetters(realm: Realm, user: User, kind: EmailKind): void {
  switch (kind) {
    case "messages":
      changeSettings(realm, user, {
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
      changeSettings(realm, user, { enable_digest_emails: false });
      return;
    case "logins":
      changeSettings(realm, user, { enable_login_emails: false });
      return;
    default:
      kind satisfies never;
  }
}
