import type { Realm } from "../../../realm/realm.ts";
import { type Destination, type StoredMessage, sentFields } from "../../messages/messages/public.ts";
import { submessagesOf } from "../../messages/widgets/public.ts";
import { accessUser, avatarUrl } from "../../organization/users/public.ts";

/**
 * A message as services get it (webhooks.md 5): as GET /messages has it, with its source as the content and its HTML
 * besides, without flags.
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
