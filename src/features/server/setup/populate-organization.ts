import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { createChannel, subscribeUsers } from "../../channels/subscriptions/subscribe.ts";
import { insertSystemGroups } from "../../organization/groups/groups.ts";
import { realmSettings, writeSetting } from "../../organization/realm/realm-settings.ts";
import { createAccount } from "../../organization/users/actions/accounts.ts";
import { issueKey } from "../../organization/users/api-keys.ts";
import { insertSystemAccount } from "../../organization/users/users.ts";

interface NewOrganization {
  readonly name: string;
  readonly email: string;
  readonly full_name: string;
  readonly passwordHash: string;
  readonly client: string;
}

/** Makes a new organization usable: its groups, its own bots, its owner, and a channel to talk in. */
export function furnish(realm: Realm, { name, email, full_name, passwordHash, client }: NewOrganization) {
  insertSystemGroups(realm);
  writeSetting(realm, "name", name);
  // Who has read what is for people who know each other, as those of a new organization do that admits by invitation.
  writeSetting(realm, "enable_read_receipts", realmSettings(realm).invite_required);
  insertSystemAccount(realm, "notification-bot", "Notification Bot");
  insertSystemAccount(realm, "welcome-bot", "Welcome Bot");
  const owner = createAccount(realm, { delivery_email: email, full_name, role: Role.owner, passwordHash });
  openFirstChannel(realm, owner.id);
  return { owner, api_key: issueKey(realm, owner.id, { client }) };
}

/** A channel that everybody is in, and where new channels are announced. */
function openFirstChannel(realm: Realm, owner: UserId): void {
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
