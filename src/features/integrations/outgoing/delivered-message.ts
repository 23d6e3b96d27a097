import type { Realm } from "../../../realm/realm.ts";
import {
  type Destination,
  parseTopicLinks,
  recipientFields,
  type StoredMessage,
} from "../../messages/messages/public.ts";
import { submessagesOf } from "../../messages/widgets/public.ts";
import { accessUser, accessUsers, avatarUrl } from "../../organization/users/public.ts";

/**
 * A message as services get it (webhooks.md 5): as GET /messages has it, with its source as the content and its HTML
 * besides, without flags.
 */
export function deliveredMessage(realm: Realm, row: StoredMessage, where: Destination) {
  const sender = accessUser(realm, null, row.sender_id);
  const recipient = where.kind === "channel" ? where.channel.name : participants(realm, where);
  const avatar = avatarUrl(sender, realm.id, { viewer: null, client_gravatar: false });
  return {
    id: row.id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: realm.identity.subdomain,
    avatar_url: avatar === null ? null : new URL(avatar, realm.url).href,
    ...recipientFields({ ...row, recipient }),
    subject: row.topic,
    topic_links: parseTopicLinks(row.topic_links, row.id),
    client: row.client,
    timestamp: row.sent_at,
    is_me_message: row.is_me === 1,
    reactions: [],
    submessages: submessagesOf(realm, row.id),
    content: row.content,
    content_type: "text/x-markdown",
    rendered_content: row.html,
  };
}

const participants = (realm: Realm, { members }: Extract<Destination, { kind: "direct" }>) =>
  accessUsers(realm, null, members).map(({ id, email, full_name }) => ({
    ...{ id, email, full_name },
    is_mirror_dummy: false as const,
  }));
