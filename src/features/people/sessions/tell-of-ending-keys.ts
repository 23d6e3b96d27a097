import type { Realm } from "../../../realm/realm.ts";
import { inMilliseconds } from "../../../util/time.ts";
import { canSendMail, sendMail } from "../../email/email.ts";
import { greeting } from "../../email/greeting.ts";
import { findUser, settingsOf } from "../../organization/accounts/accounts.ts";
import { botKeysEndingSoon } from "../../organization/accounts/api-keys/api-keys.ts";
import { emailLanguage } from "../../organization/accounts/email.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { keyEndWords } from "./key-end-words.ts";

/**
 * Emails the owners of bots, once, that a key will expire soon by the organization's limit. Otherwise a program would
 * stop without warning.
 */
export function tellOfEndingKeys(realm: Realm): void {
  if (!canSendMail(realm)) return;
  for (const [id, end] of botKeysEndingSoon(realm)) {
    const bot = findUser(realm, id);
    const owner = bot?.bot_owner_id == null ? undefined : findUser(realm, bot.bot_owner_id);
    if (bot === undefined || owner === undefined || owner.is_active === 0) continue;
    const language = emailLanguage(realm, owner);
    const words = keyEndWords[language];
    const { timezone } = settingsOf(realm, owner.id);
    const at = new Intl.DateTimeFormat(language, {
      dateStyle: "full",
      timeStyle: "short",
      timeZone: timezone === "" ? "UTC" : timezone,
    }).format(inMilliseconds(end));
    const { name } = realmSettings(realm);
    sendMail(realm, {
      to: owner.delivery_email,
      subject: words.subject(bot.full_name, name),
      paragraphs: [greeting(language, owner.full_name), words.ends(bot.full_name, name, at), words.renew],
      link: { label: words.bots, url: `${realm.url}/#settings/your-bots` },
    });
  }
}
