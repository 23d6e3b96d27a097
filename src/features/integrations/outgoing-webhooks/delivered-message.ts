import type { Realm } from "../../../realm/realm.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { sentFields } from "../../messages/core/send/emit-message.ts";
import type { StoredMessage } from "../../messages/core/store/stored-message.ts";
import { submessagesOf } from "../../messages/widgets/widgets.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { avatarUrl } from "../../organization/accounts/user-object.ts";

/**
 * Returns a message in the format for services (webhooks.md 5). It is as in GET /messages, with the source as content,
 * the HTML in addition, and no flags.
 */
export function deliveredMessage(realm: Realm, row: StoredMessage, where: Destination) {
  const sender = accessUser(realm, null, row.sender_id);
  const avatar = avatarUrl(sender, realm.id, { viewer: null, client_gravatar: false });
  return {
    ...sentFields(realm, row, sender, where),
    avatar_url: avatar === null ? null : new URL(avatar, realm.url).href,
    submessages: submessagesOf(realm, row.id),
    content_type: "text/x-markdown",
    rendered_content: row.html,
  };
}
