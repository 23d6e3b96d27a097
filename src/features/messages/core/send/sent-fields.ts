import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessUsers } from "../../../organization/accounts/access.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { assistantField, type Participant, parseTopicLinks, recipientFields } from "../store/message-object.ts";
import type { StoredMessage } from "../store/stored-message.ts";
import type { Destination } from "./destination.ts";

/** The fields of a newly sent message that are the same for every recipient and format. It has no reactions yet. */
export function sentFields(realm: Realm, row: StoredMessage, sender: User, where: Destination) {
  const recipient = where.kind === "channel" ? where.channel.name : participants(realm, where.members);
  return {
    id: row.id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: realm.identity.subdomain,
    ...recipientFields({ ...row, recipient }),
    subject: row.topic,
    topic_links: parseTopicLinks(row.topic_links, row.id),
    client: row.client,
    ...assistantField(row, true),
    timestamp: row.sent_at,
    is_me_message: row.is_me === 1,
    reactions: [],
    content: row.content,
  };
}

const participants = (realm: Realm, members: readonly UserId[]): Participant[] =>
  accessUsers(realm, null, members).map(({ id, email, full_name }) => ({
    id,
    email,
    full_name,
    is_mirror_dummy: false,
  }));
