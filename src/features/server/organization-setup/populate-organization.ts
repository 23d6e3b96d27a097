import type { UserId } from "../../../protocol/ids.ts";
import { spokenLanguage } from "../../../protocol/language.ts";
import { videoChatProviders } from "../../../protocol/limits.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { createChannel, subscribeUsers } from "../../channels/subscriptions/subscribe.ts";
import { createAccount } from "../../organization/account-actions/accounts.ts";
import { insertSystemAccount } from "../../organization/accounts/accounts.ts";
import { confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { realmSettings, writeSetting } from "../../organization/organization-settings/realm-settings.ts";
import { insertSystemGroups } from "../../organization/user-groups/user-groups.ts";
import { audit, organizationEntity } from "../../trust/audit-log/audit.ts";

interface NewOrganization {
  readonly name: string;
  readonly email: string;
  readonly full_name: string;
  readonly passwordHash: string;
  readonly locale: string | undefined;
}

/** Fills a new organization with its system groups, system bots, owner, and the channel "general". */
export function populateOrganization(realm: Realm, organization: NewOrganization) {
  const { name, email, full_name, passwordHash, locale } = organization;
  audit(realm, "organization.created", { of: { ...organizationEntity(realm), name } });
  insertSystemGroups(realm);
  writeSetting(realm, "name", name);
  const language = locale === undefined ? undefined : spokenLanguage(locale);
  if (language !== undefined && language !== "en") writeSetting(realm, "default_language", language);
  // Read receipts suit organizations whose members know each other, such as those that require an invitation.
  writeSetting(realm, "enable_read_receipts", realmSettings(realm).invite_required);
  // Only new organizations use this server's calls. Existing ones keep their provider.
  writeSetting(realm, "video_chat_provider", videoChatProviders.parley.id);
  insertSystemAccount(realm, "notification-bot", "Notification Bot");
  insertSystemAccount(realm, "welcome-bot", "Welcome Bot");
  const owner = createAccount(realm, { delivery_email: email, full_name, role: Role.owner, passwordHash, locale });
  // The operator is trusted to know that the address is the owner's.
  confirmAddress(realm, owner);
  createFirstChannel(realm, owner.id);
  return owner;
}

function createFirstChannel(realm: Realm, owner: UserId): void {
  const text = "For everyone and everything";
  const general = createChannel(realm, {
    name: "general",
    description: text,
    rendered_description: `<p>${text}</p>`,
    creator: owner,
    is_default: true,
  });
  subscribeUsers(realm, { channels: [general], users: [owner] });
  writeSetting(realm, "new_stream_announcements_stream_id", general.id);
}
